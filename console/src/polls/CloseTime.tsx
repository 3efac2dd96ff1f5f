import type { Poll } from '@companion/contract/staff/polls';
import { useEffect, useState } from 'react';
import { serverNow } from '../api/serverClock.ts';
import { secondsLeft } from '../page/secondsLeft.ts';
import styles from './CloseTime.module.css';

/** How long an open poll with a countdown takes answers. */
export function CloseTime({ poll: { state, closesAt } }: { poll: Pick<Poll, 'state' | 'closesAt'> }) {
  const [now, setNow] = useState(serverNow);
  const runs = state === 'open' && closesAt !== null;
  useEffect(() => {
    if (!runs) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  if (!runs) return null;
  return (
    <p className={styles.time} role="timer">
      Closes in <b>{secondsLeft(closesAt, now)}</b> s
    </p>
  );
}
