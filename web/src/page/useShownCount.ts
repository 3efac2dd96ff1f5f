import { useEffect, useState } from 'react';
import { hasNavigated } from '../router/browserHistory.ts';
import { useNavigationType } from '../router/RouterProvider.tsx';

/**
 * How many entries of a long list to render: first what a screen shows, then `step` more after each painted frame, so
 * that no task blocks the phone. Going back needs the whole list at once, since its position is restored.
 */
export function useShownCount(total: number, { first, step }: { first: number; step: number }): number {
  const isReturn = useNavigationType() === 'POP' && hasNavigated();
  const [count, setCount] = useState(isReturn ? Number.POSITIVE_INFINITY : first);
  useEffect(() => {
    if (count < total) setCount(count + step);
  }, [count, total, step]);
  return count;
}
