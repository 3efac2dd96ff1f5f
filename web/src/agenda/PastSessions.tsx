import { ChevronDownIcon } from '../ui/icons.tsx';
import styles from './PastSessions.module.css';

export interface PastSessionsProps {
  count: number;
  /** The id of the list that they are part of. */
  controls: string;
  isUnfolded: boolean;
  onToggle: () => void;
}

/** Folds away what is over, and brings it back. */
export function PastSessions({ count, controls, isUnfolded, onToggle }: PastSessionsProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-expanded={isUnfolded}
      aria-controls={controls}
      onClick={onToggle}
    >
      {count} past {count === 1 ? 'session' : 'sessions'}
      <ChevronDownIcon />
    </button>
  );
}
