import type { Timing } from './agendaTiming.ts';
import styles from './TimingLabel.module.css';

/** §4: green while an item is on, red on the next one, nothing otherwise. */
export function TimingLabel({ timing }: { timing: Timing }) {
  if (timing === 'current') return <span className={`${styles.label} ${styles.current}`}>Currently Happening</span>;
  if (timing === 'next') return <span className={`${styles.label} ${styles.next}`}>Next Event</span>;
  return null;
}
