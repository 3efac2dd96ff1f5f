import { type RefObject, useEffect, useRef } from 'react';

/** Whether a screen is still there, for what an answer does that may come after it was left. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
