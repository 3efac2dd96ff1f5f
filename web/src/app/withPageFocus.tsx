import { type ComponentType, useEffect, useRef } from 'react';
import { replayInput } from '../page/replayInput.ts';
import { focusHeading } from '../ui/focusHeading.ts';
import { forgetReloads } from './reloadOnceReachable.ts';

let isFirstPage = true;

/**
 * The page, which gets the focus once it is rendered: its heading, so that screen readers and the keyboard start there.
 * On the first page of a visit the browser's focus stays.
 */
export const withPageFocus = (Page: ComponentType): ComponentType =>
  function FocusedPage() {
    return (
      <>
        <Page />
        <PageFocus />
      </>
    );
  };

// Part of the page's component: next to a page whose code is still loading, it would run too early.
function PageFocus() {
  const isFirst = useRef(false);
  useEffect(() => {
    forgetReloads();
    // StrictMode runs the effect of the same page twice.
    if (isFirstPage || isFirst.current) {
      isFirstPage = false;
      isFirst.current = true;
      replayInput();
      return;
    }
    const main = document.querySelector('main');
    // The page may have focused one of its fields.
    if (main !== document.activeElement && main?.contains(document.activeElement)) return;
    if (!main || focusHeading()) return;
    // The heading is not rendered yet: focus the page, and the heading later, unless the focus has moved by then.
    main.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main || focusHeading()) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return null;
}
