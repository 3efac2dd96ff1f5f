import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { useEffect, useRef } from 'react';

/**
 * After a navigation the focus goes to the screen's heading, so that screen readers and the keyboard start there. On
 * the first screen of a visit the browser's focus stays.
 */
export function usePageFocus(pathname: string): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (showHeading()) return;
    // The heading is not rendered yet.
    const observer = new MutationObserver(() => {
      if (showHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

function showHeading(): boolean {
  if (!focusHeading()) return false;
  window.scrollTo(0, 0);
  return true;
}
