import { useLayoutEffect } from 'react';
import { hasNavigated, watchHistory } from '../router/browserHistory.ts';
import { useLocation } from '../router/RouterProvider.tsx';
import { tabStorage } from '../session/safeStorage.ts';

/** How long to restore the position while the page loads. */
const RESTORE_TIMEOUT_MS = 3000;
const STORAGE_KEY = '_scroll';

const positions = new Map<string, number>(readPositions());
/** Where the page was when it last scrolled or was left. To ask the browser later would lay out the new page at once. */
let lastTop = 0;

/** Scrolls a new page to its top, and restores the position when going back, also after a reload. */
export function useScrollMemory(isReturn: boolean): void {
  const { key, pathname } = useLocation();
  const entry = `${key} ${pathname}`;
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    let isRestored = false;
    const stopRestoring = restore(isReturn ? (positions.get(entry) ?? 0) : 0, () => {
      isRestored = true;
    });
    const record = () => {
      lastTop = window.scrollY;
      if (isRestored) positions.set(entry, lastTop);
    };
    const save = () => {
      // The last scroll event may still be due.
      record();
      tabStorage.writeJson(STORAGE_KEY, [...positions]);
    };
    window.addEventListener('scroll', record, { passive: true });
    // Before the page changes: the last scroll event may still be due.
    const stopWatching = watchHistory(record);
    window.addEventListener('pagehide', save);
    return () => {
      stopRestoring();
      stopWatching();
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', save);
    };
  }, [entry, isReturn]);
}

/**
 * Keeps the page at this position while it loads and changes its height, until the attendee scrolls. Returns a function
 * that stops it.
 */
function restore(top: number, onDone: () => void): () => void {
  const scroll = () => {
    // A new document starts at the top.
    if (!hasNavigated() && top === 0) return;
    if (document.documentElement.scrollHeight - window.innerHeight >= top) window.scrollTo(0, top);
  };
  const finish = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of SCROLL_EVENTS) window.removeEventListener(type, finish);
    onDone();
  };
  const observer = new ResizeObserver(scroll);
  const timer = setTimeout(finish, top > 0 ? RESTORE_TIMEOUT_MS : 0);
  for (const type of SCROLL_EVENTS) window.addEventListener(type, finish, { passive: true });
  observer.observe(document.body);
  // To scroll lays out the whole page before it is painted: not where it is at its place already.
  if (top > 0 || lastTop > 0) scroll();
  return finish;
}

const SCROLL_EVENTS = ['wheel', 'touchstart', 'keydown'] as const;

function readPositions(): [string, number][] {
  const stored = tabStorage.readJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored : [];
}
