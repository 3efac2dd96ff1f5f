import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../ui/focusHeading.ts';

/**
 * For an element that disappears when one of its controls is pressed: the focus, which the keyboard and screen readers
 * would lose, moves to the page's heading, or elsewhere.
 * @param focusOther always the same function
 */
export function useFocusKept<Shown extends HTMLElement>(
  focusOther: () => void = focusHeading,
): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // What replaces it is in the page once React has finished this update.
      queueMicrotask(() => {
        // Another page or a field may have taken the focus.
        if (document.activeElement === document.body) focusOther();
      });
    };
  }, [focusOther]);
  return shown;
}
