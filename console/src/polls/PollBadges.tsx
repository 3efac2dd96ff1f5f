import type { Poll } from '@companion/contract/staff/polls';
import { Badge } from '../page/Badge.tsx';
import { useSecondsLeft } from '../page/useSecondsLeft.ts';
import styles from './PollBadges.module.css';
import { SHOWN_TO_NAMES, STATE_NAMES } from './pollTexts.ts';

/** The state of a poll in words, and who sees its results, if that is given. */
export const PollBadges = ({ poll }: { poll: Pick<Poll, 'state' | 'isOnStage'> & { shownTo?: Poll['shownTo'] } }) => (
  <span className={styles.badges}>
    {poll.isOnStage && <Badge tone="stage">On stage</Badge>}
    <Badge tone={poll.state === 'open' ? 'go' : 'plain'}>{STATE_NAMES[poll.state]}</Badge>
    {poll.shownTo && <Badge>Results: {SHOWN_TO_NAMES[poll.shownTo].toLowerCase()}</Badge>}
  </span>
);

/** How long an open poll with a countdown takes answers. */
export function CloseTime({ poll: { state, closesAt } }: { poll: Pick<Poll, 'state' | 'closesAt'> }) {
  const left = useSecondsLeft(state === 'open' ? closesAt : null);
  if (left === undefined) return null;
  return (
    <p className={styles.closeTime} role="timer">
      Closes in <b>{left}</b> s
    </p>
  );
}
