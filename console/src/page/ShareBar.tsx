import { shareOf } from '@companion/contract/pollFigures';
import styles from './ShareBar.module.css';

/**
 * A share as a bar, next to its number. The surrounding style sets `--thickness`, and may set `--corner` and `--fill`.
 */
export const ShareBar = ({ count, of, className = '' }: { count: number; of: number; className?: string }) => (
  <span className={`${styles.track} ${className}`} aria-hidden="true">
    <span className={styles.bar} style={{ width: `${of === 0 ? 0 : (count / of) * 100}%` }} />
  </span>
);

/** The share of a choice among those who answered, as `12%`. */
export const shareText = (count: number, n: number): string => `${shareOf(count, n)}%`;
