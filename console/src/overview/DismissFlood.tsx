import type { Flood } from '@companion/contract/staff/safeguards';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { numberText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import styles from './DismissFlood.module.css';
import { networkText } from './floodTexts.ts';
import { useDismissals } from './useDismissals.ts';

/** Asks before a flood is dismissed, with what that concerns. */
export function DismissFlood({ flood, onClose }: { flood: Flood; onClose(): void }) {
  const { network, since, until } = flood;
  const preview = useStaffQuery('getFloodPreview', { network, since, until });
  const { dismiss } = useDismissals();
  return (
    <ConfirmDialog
      title="Dismiss everything of these accounts?"
      action="Dismiss"
      onClose={onClose}
      onConfirm={() => dismiss(flood)}
    >
      <p>
        It counts nowhere any more, and no one sees it. It concerns the unconfirmed accounts that have registered from{' '}
        {networkText(flood)} in this time:
      </p>
      <Loaded query={preview}>
        {({ results }) => (
          <dl className={styles.counts}>
            {COUNTED_STANDINGS.map(([field, name]) => (
              <div key={field} className={styles.count}>
                <dt>{name}</dt>
                <dd>{numberText(results[field])}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <p>You can undo it at any time. Who confirms their number leaves it.</p>
    </ConfirmDialog>
  );
}

const COUNTED_STANDINGS = [
  ['accounts', 'Accounts'],
  ['answers', 'Answers'],
  ['votes', 'Votes'],
  ['upvotes', 'Upvotes'],
  ['comments', 'Comments'],
  ['questions', 'Questions from the hall'],
] as const;
