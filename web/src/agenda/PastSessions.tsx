import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { selectClockAheadMs } from '../session/liveSlice.ts';
import { tabStorage } from '../session/safeStorage.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import styles from './PastSessions.module.css';

export interface PastSessionsProps {
  count: number;
  /** The id of the list that holds them. */
  controls: string;
  isUnfolded: boolean;
  /** Shows only `5 past` on a phone, where the line holds more than the day's name. */
  isBrief: boolean;
  /** @param covered the line below the control, which sticks to the top of the screen */
  onToggle: (covered: number) => void;
}

/** Folds and unfolds a day's past sessions. */
export function PastSessions({ count, controls, isUnfolded, isBrief, onToggle }: PastSessionsProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-expanded={isUnfolded}
      aria-controls={controls}
      onClick={({ currentTarget }) => onToggle(currentTarget.getBoundingClientRect().bottom)}
    >
      <span>
        {count} past <span className={isBrief ? styles.noun : undefined}>{count === 1 ? 'session' : 'sessions'}</span>
      </span>
      <ChevronDownIcon />
    </button>
  );
}

const STORAGE_KEY = '_agendaUnfolded';

export interface PastFold {
  /** Sessions that were over at this time are folded: when the page was opened, or last became visible. */
  foldedAt: number;
  isUnfolded: (day: number) => boolean;
  toggle: (day: number) => void;
}

/** Which past sessions are folded. Going back to the agenda restores them as they were; a new visit starts folded. */
export function usePastFold(): PastFold {
  const { key } = useLocation();
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [foldedAt, setFoldedAt] = useState(Date.now);
  const [unfolded, setUnfolded] = useState(() => readUnfoldedDays(key));

  useEffect(() => void tabStorage.writeJson(STORAGE_KEY, { key, days: unfolded }), [key, unfolded]);
  useEffect(() => {
    const foldAgain = () => {
      if (document.visibilityState === 'visible') setFoldedAt(Date.now());
    };
    document.addEventListener('visibilitychange', foldAgain);
    return () => document.removeEventListener('visibilitychange', foldAgain);
  }, []);

  return {
    foldedAt: foldedAt + clockAheadMs,
    isUnfolded: (day) => unfolded.includes(day),
    toggle: (day) =>
      setUnfolded((days) => (days.includes(day) ? days.filter((other) => other !== day) : [...days, day])),
  };
}

/**
 * The days whose past sessions are unfolded, each as the start of its first session.
 * @param entry the key of the history entry: another visit of the agenda starts folded
 */
function readUnfoldedDays(entry: string): number[] {
  const { key, days } = Object(tabStorage.readJson(STORAGE_KEY));
  return key === entry && Array.isArray(days) ? days.filter((day) => typeof day === 'number') : [];
}
