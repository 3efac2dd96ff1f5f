import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** How long a page that one goes back to may take to load. */
const PATIENCE = 3000;
const STORAGE_KEY = '_scroll';

const positions = new Map<string, number>(readPositions());

/** A new page begins at its top; going back finds a page where one left it, also after a reload. */
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
      if (isRestored) positions.set(entry, window.scrollY);
    };
    const save = () => savePositions(positions);
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      stopRestoring();
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', save);
    };
  }, [entry, isReturn]);
}

/**
 * Holds the page there while it loads, for it grows and shrinks meanwhile, until the person scrolls.
 * Returns what stops it.
 */
function restore(top: number, onDone: () => void): () => void {
  const scroll = () => {
    if (document.documentElement.scrollHeight - window.innerHeight >= top) window.scrollTo(0, top);
  };
  const finish = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of TAKING_OVER) window.removeEventListener(type, finish);
    onDone();
  };
  const observer = new ResizeObserver(scroll);
  const timer = setTimeout(finish, top > 0 ? PATIENCE : 0);
  for (const type of TAKING_OVER) window.addEventListener(type, finish, { passive: true });
  observer.observe(document.body);
  scroll();
  return finish;
}

const TAKING_OVER = ['wheel', 'touchstart', 'keydown'] as const;

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}

function savePositions(all: Map<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...all]));
  } catch {
    // Blocked or full: going back then begins at the top.
  }
}
