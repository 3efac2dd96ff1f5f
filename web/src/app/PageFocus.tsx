import { useEffect } from 'react';
import { focusHeading } from '../page/focusHeading.ts';

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
    if (!main || focusHeading(main)) return;
    // Its heading is still to come: the focus waits on the page, and moves on unless the person has moved it.
    main.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main || focusHeading(main)) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return null;
}
