import { useEffect } from 'react';
import { focusHeading } from '../page/focusHeading.ts';
import { replayInput } from '../page/replayInput.ts';

let isFirstPage = true;

/**
 * Moves the focus to the page's heading once it is rendered, so that screen readers and the keyboard start there. On
 * the first page of a visit the browser's focus stays.
 */
export function PageFocus() {
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      replayInput();
      return;
    }
    const main = document.querySelector('main');
    // The page may have focused one of its fields.
    if (main !== document.activeElement && main?.contains(document.activeElement)) return;
    if (!main || focusHeading(main)) return;
    // The heading is not rendered yet: focus the page, and the heading later, unless the focus has moved by then.
    main.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main || focusHeading(main)) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return null;
}
