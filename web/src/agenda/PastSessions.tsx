import { ChevronDownIcon } from '../ui/icons.tsx';
import styles from './PastSessions.module.css';

export interface PastSessionsProps {
  count: number;
  /** The id of the list that they are part of. */
  controls: string;
  isUnfolded: boolean;
  /** It shares its line with more than the day's name: on a phone it shows `5 past` only. */
  isBrief: boolean;
  onToggle: () => void;
}

/** Folds the sessions of a day that are over, and unfolds them. */
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
