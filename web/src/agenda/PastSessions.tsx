import { ChevronDownIcon } from '../ui/icons.tsx';
import styles from './PastSessions.module.css';

export interface PastSessionsProps {
  count: number;
  /** The id of the list that holds them. */
  controls: string;
  isUnfolded: boolean;
  /** Shows only `5 past` on a phone, where the line holds more than the day's name. */
  isBrief: boolean;
  onToggle: () => void;
}

/** Folds and unfolds a day's past sessions. */
export function PastSessions({ count, controls, isUnfolded, isBrief, onToggle }: PastSessionsProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-expanded={isUnfolded}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span>
        {count} past <span className={isBrief ? styles.noun : undefined}>{count === 1 ? 'session' : 'sessions'}</span>
      </span>
      <ChevronDownIcon />
    </button>
  );
}
