import { useEffect } from 'react';

let isFirstPage = true;

/**
 * Stands after a page and moves the focus to its heading once it is there, so that screen readers and the keyboard
 * go on from where the eye does. The first page of a visit keeps the browser's own focus.
 */
export function PageFocus() {
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const main = document.querySelector('main');
    // The page may have put the focus into a field of its own.
    if (main !== document.activeElement && main?.contains(document.activeElement)) return;
    const heading = main?.querySelector('h1') ?? main;
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, []);
  return null;
}
