import { formatDay, formatTimeWithZone } from '../formatTime.ts';
import styles from './StartTime.module.css';

/** When a session of a list begins: the day and the time, each on one line. */
export function StartTime({ date }: { date: string }) {
  const start = Date.parse(date);
  return (
    <time dateTime={date} className={styles.start}>
      <span>{formatDay(start)},</span> <span>{formatTimeWithZone(start)}</span>
    </time>
  );
}
