import { useEffect, useState } from 'react';
import { useNavigationType } from '../router/RouterProvider.tsx';

let isNewDocument = true;

/**
 * False until the component's first frame is painted: what is below the screen can wait for it. Going back needs the
 * whole page at once, since its position is restored.
 */
export function useIsPainted(): boolean {
  const isReturn = useNavigationType() === 'POP' && !isNewDocument;
  const [isPainted, setIsPainted] = useState(isReturn);
  useEffect(() => {
    isNewDocument = false;
    setIsPainted(true);
  }, []);
  return isPainted;
}
