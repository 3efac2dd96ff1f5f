import type { Poll } from '@companion/contract/staff/polls';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import type { ReactNode } from 'react';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { RowButton } from '../page/ActionButton.tsx';
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
  const isOn = poll.shownTo !== 'none';
  // Answers that were made before the closing may come for some time after it.
  const live: StaffLiveFrame[] | undefined = ['open', 'closed'].includes(poll.state) ? ['results'] : undefined;
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const query = useStaffQuery('getPollResults', params, { isOn, live });
  if (isOn) return <Loaded query={query}>{({ results }) => children(results)}</Loaded>;
  return (
    <div className={styles.hidden}>
      <p>The results are shown to no one, not even here.</p>
      <RowButton busy={isChanging} onPress={() => void changePoll(poll, { shownTo: 'staff' })}>
        Show them to the staff
      </RowButton>
    </div>
  );
}
