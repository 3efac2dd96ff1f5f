import { useLayoutEffect } from 'react';
import type { Location } from 'react-router';
import type { Arrival } from '../page/useArrival.ts';
import { tabStorage } from '../session/safeStorage.ts';

/** How long to restore the position while the page loads. */
const RESTORE_TIMEOUT_MS = 3000;
const STORAGE_KEY = '_scroll';

const positions = new Map<string, number>(readPositions());
/** Where the page was when it last scrolled or was left. To ask the browser later would lay out the new page at once. */
let lastTop = 0;

/** Scrolls a new page to its top, and restores the position when going back, also after a reload. */
export function useScrollMemory({ key, pathname }: Location, arrival: Arrival): void {
  const entry = `${key} ${pathname}`;
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    let isRestored = false;
    const top = arrival === 'opened' || arrival === 'redirected' ? 0 : (positions.get(entry) ?? 0);
    // A new document starts at the top.
    const isThere = arrival === 'loaded' && top === 0;
    const stopRestoring = restore(top, isThere, () => {
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
    for (const type of NAVIGATING) window.addEventListener(type, record, true);
    window.addEventListener('pagehide', save);
    return () => {
      stopRestoring();
      window.removeEventListener('scroll', record);
      for (const type of NAVIGATING) window.removeEventListener(type, record, true);
      window.removeEventListener('pagehide', save);
    };
  }, [entry, arrival]);
}

/**
 * Keeps the page at this position while it loads and changes its height, until the attendee scrolls. Returns a function
 * that stops it.
 */
function restore(top: number, isThere: boolean, onDone: () => void): () => void {
  const scroll = () => {
    if (isThere) return;
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

/** What may lead to another page. */
const NAVIGATING = ['click', 'popstate'] as const;
const SCROLL_EVENTS = ['wheel', 'touchstart', 'keydown'] as const;

function readPositions(): [string, number][] {
  const stored = tabStorage.readJson(STORAGE_KEY);
  return Array.isArray(stored) ? stored : [];
}
