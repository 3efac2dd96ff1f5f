import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readUnfoldedDays, writeUnfoldedDays } from './unfoldedDays.ts';

export interface PastFold {
  /** Sessions that were over at this time are folded: when the page was opened, or last became visible. */
  foldedAt: number;
  isUnfolded: (day: number) => boolean;
  toggle: (day: number) => void;
}

/** Which past sessions are folded. Going back to the agenda restores them as they were; a new visit starts folded. */
export function usePastFold(): PastFold {
  const { key } = useLocation();
  const [foldedAt, setFoldedAt] = useState(Date.now);
  const [unfolded, setUnfolded] = useState(() => readUnfoldedDays(key));

  useEffect(() => writeUnfoldedDays(key, unfolded), [key, unfolded]);
  useEffect(() => {
    const foldAgain = () => {
      if (document.visibilityState === 'visible') setFoldedAt(Date.now());
    };
    document.addEventListener('visibilitychange', foldAgain);
    return () => document.removeEventListener('visibilitychange', foldAgain);
  }, []);

  return {
    foldedAt,
    isUnfolded: (day) => unfolded.includes(day),
    toggle: (day) =>
      setUnfolded((days) => (days.includes(day) ? days.filter((other) => other !== day) : [...days, day])),
  };
}
