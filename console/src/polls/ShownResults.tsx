import type { Poll } from '@companion/contract/staff/polls';
import type { ReactNode } from 'react';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useLiveRefresh } from '../api/useLiveRefresh.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import styles from './ShownResults.module.css';
import { useChangePoll } from './useChangePoll.ts';

interface ShownResultsProps {
  poll: Poll;
  children: (results: StaffAnswer<'getPollResults'>['results']) => ReactNode;
}

/** The results of a poll, up to date; while they are shown to no one, the button that shows them to the staff. */
export function ShownResults({ poll, children }: ShownResultsProps) {
  const { changePoll, isChanging } = useChangePoll();
  if (poll.shownTo !== 'none') return <ReadResults poll={poll}>{children}</ReadResults>;
  return (
    <div className={styles.hidden}>
      <p>The results are shown to no one, not even here.</p>
      <ActionButton
        variant="secondary"
        size="small"
        busy={isChanging}
        onPress={() => void changePoll(poll, { shownTo: 'staff' })}
      >
        Show them to the staff
      </ActionButton>
    </div>
  );
}

function ReadResults({ poll, children }: ShownResultsProps) {
  const query = useStaffQuery('getPollResults', { campaignId: poll.campaignId, questionId: poll.id });
  // Answers that were made before the closing may come for some time after it.
  useLiveRefresh(['results'], ['getPollResults'], poll.state === 'open' || poll.state === 'closed');
  return <Loaded query={query}>{({ results }) => children(results)}</Loaded>;
}
