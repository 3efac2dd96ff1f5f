import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '../ui/focusHeading.ts';

/**
 * For an element that disappears when one of its controls is pressed: the focus, which the keyboard and screen readers
 * would lose, moves to the page's heading, or elsewhere.
 * @param focusOther always the same function
 * @param list finds a control of each element of a list: the focus moves to that of the next one, else of the last
 */
export function useFocusKept<Shown extends HTMLElement>(
  focusOther: () => void = focusHeading,
  list?: string,
): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    const find = () => (list ? [...document.querySelectorAll<HTMLElement>(list)] : []);
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const place = find().findIndex((control) => element.contains(control));
      // What replaces it is in the page once React has finished this update.
      queueMicrotask(() => {
        // Another page or a field may have taken the focus.
        if (document.activeElement !== document.body) return;
        const left = find();
        const next = left[place] ?? left.at(-1);
        if (next) next.focus();
        else focusOther();
      });
    };
  }, [focusOther, list]);
  return shown;
}

/** For a notice above the menu: the focus moves to the button that closes the next one. */
export const useNoticeFocusKept = (): RefObject<HTMLDivElement | null> =>
  useFocusKept(focusHeading, '[role="status"] > div > button:last-child');
