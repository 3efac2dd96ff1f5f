import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusPage } from '../page/openedLink.ts';
import { useArrival } from '../page/useArrival.ts';
import { forgetReloads } from './reloadOnceReachable.ts';
import { replayInput } from './replayInput.ts';

let isFirstPage = true;

/**
 * The page, which gets the focus once it is rendered: its heading, so that screen readers and the keyboard start there, or
 * the link that was opened on it, so that they go on there. On the first page of a visit the browser's focus stays.
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
  const arrival = useArrival();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
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
    return focusPage(arrival === 'returned' ? key : undefined);
  }, []);
  return null;
}
