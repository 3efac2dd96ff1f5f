import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a part of a screen: when the control that has it leaves the page, it would fall to the page's start.
 * @param find what gets the focus then, such as the heading of the part
 * @returns the `onFocus` of the element around the controls
 */
export function useKeptFocus(find: () => HTMLElement | null | undefined): (event: FocusEvent) => void {
  const last = useRef<Element>(undefined);
  // After each render, any of which may remove the control.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = undefined;
    if (document.activeElement !== document.body) return;
    const kept = find();
    // What is no control takes the focus only with the attribute. Before, a dialog that opens would give it to its heading.
    if (kept?.tabIndex === -1) kept.tabIndex = -1;
    kept?.focus({ preventScroll: true });
  });
  return ({ target }) => {
    last.current = target;
  };
}
