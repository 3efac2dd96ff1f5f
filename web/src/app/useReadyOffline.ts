import { useEffect } from 'react';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { preloadToasts } from '../toasts/toasts.ts';
import { prefetchPages } from './prefetchPages.ts';
import { pageLoaders } from './routes.tsx';

/** Leaves the network to the first screen. */
const PREFETCH_DELAY_MS = 3000;

/** Loads what a signed-in attendee needs offline: the lists and the code of every page. */
export function useReadyOffline(): void {
  const dispatch = useAppDispatch();
  // Another account fetches its own lists.
  const accountId = useAppSelector(selectProfile)?.id;

  useEffect(() => {
    if (accountId === undefined) return;
    let isOver = false;
    let release: (() => void) | undefined;
    import('./subscribeToLists.ts').then(
      ({ subscribeToLists }) => {
        if (!isOver) release = subscribeToLists(dispatch);
      },
      // The page fetches the lists itself.
      () => {},
    );
    return () => {
      isOver = true;
      release?.();
    };
  }, [accountId, dispatch]);

  useEffect(() => {
    if (accountId === undefined) return;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      // Toasts report a lost network, so their code must be loaded before.
      preloadToasts();
      stop = prefetchPages(pageLoaders);
    }, PREFETCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [accountId]);
}
