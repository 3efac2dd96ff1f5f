import { formatDuration } from '../formatTime.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import type { Timing } from './agendaTiming.ts';
import styles from './SessionTiming.module.css';

/** §4: green while an item is on, red for the next one, otherwise nothing. */
export function TimingLabel({ timing, compact = false }: { timing: Timing; compact?: boolean }) {
  const shape = compact ? `${styles.label} ${styles.compact}` : styles.label;
  if (timing === 'current') return <span className={`${shape} ${styles.current}`}>Currently Happening</span>;
  if (timing === 'next') return <span className={`${shape} ${styles.next}`}>Next Event</span>;
  return null;
}

/** How much of a session that is on has passed. */
export const SessionProgress = ({ start, end, now }: { start: number; end: number; now: number }) => (
  <ProgressBar
    label="Progress of the session"
    value={(100 * (now - start)) / (end - start)}
    valueText={timeLeft(end, now)}
  />
);

export const timeLeft = (end: number, now: number): string => `${formatDuration(end - now)} left`;
