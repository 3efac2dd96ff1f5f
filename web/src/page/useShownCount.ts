import { useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';
import { useArrival } from './useArrival.ts';

/**
 * How many entries of a long list to render: first what a screen shows, then `step` more after each painted frame, so
 * that no task blocks the phone. Going back needs the whole list at once, since its position is restored. Once all are
 * shown, what is added shows at once, so that nothing after it disappears for a moment.
 */
export function useShownCount(total: number, { first, step }: { first: number; step: number }): number {
  const isReturn = useArrival() === 'returned';
  const [count, setCount] = useState(isReturn ? Number.POSITIVE_INFINITY : first);
  useEffect(() => {
    if (count >= total) {
      if (total > 0) setCount(Number.POSITIVE_INFINITY);
      return;
    }
    // After a tap React runs this effect before the browser has painted.
    return afterPaint(() => setCount(count + step));
  }, [count, total, step]);
  return count;
}
