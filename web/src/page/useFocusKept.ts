import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../ui/focusHeading.ts';

/**
 * For an element that disappears when one of its controls is pressed: the focus, which the keyboard and screen readers
 * would lose, moves to the page's heading.
 */
export function useFocusKept<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      // What replaces it is in the page once React has finished this update.
      if (element?.contains(document.activeElement)) queueMicrotask(focusPage);
    };
  }, []);
  return shown;
}

function focusPage(): void {
  // Another page or a field may have taken the focus.
  if (document.activeElement === document.body) focusHeading();
}
