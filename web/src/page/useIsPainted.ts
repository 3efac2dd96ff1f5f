import { useEffect, useState } from 'react';
import { hasNavigated } from '../router/browserHistory.ts';
import { useNavigationType } from '../router/RouterProvider.tsx';

/**
 * False until the component's first frame is painted: what is below the screen can wait for it. Going back needs the
 * whole page at once, since its position is restored.
 */
export function useIsPainted(): boolean {
  const isReturn = useNavigationType() === 'POP' && hasNavigated();
  const [isPainted, setIsPainted] = useState(isReturn);
  useEffect(() => setIsPainted(true), []);
  return isPainted;
}
