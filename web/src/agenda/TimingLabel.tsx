import type { Timing } from './agendaTiming.ts';
import styles from './TimingLabel.module.css';

/** §4: green while an item is on, red for the next one, otherwise nothing. */
export function TimingLabel({ timing, compact = false }: { timing: Timing; compact?: boolean }) {
  const shape = compact ? `${styles.label} ${styles.compact}` : styles.label;
  if (timing === 'current') return <span className={`${shape} ${styles.current}`}>Currently Happening</span>;
  if (timing === 'next') return <span className={`${shape} ${styles.next}`}>Next Event</span>;
  return null;
}
