import type { Poll } from '@companion/contract/staff/polls';
import { useSecondsLeft } from '../page/useSecondsLeft.ts';
import styles from './CloseTime.module.css';

/** How long an open poll with a countdown takes answers. */
export function CloseTime({ poll: { state, closesAt } }: { poll: Pick<Poll, 'state' | 'closesAt'> }) {
  const left = useSecondsLeft(state === 'open' ? closesAt : null);
  if (left === undefined) return null;
  return (
    <p className={styles.time} role="timer">
      Closes in <b>{left}</b> s
    </p>
  );
}
