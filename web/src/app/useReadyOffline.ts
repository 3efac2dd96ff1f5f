import { useEffect } from 'react';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { preloadToasts } from '../toasts/toasts.ts';
import { prefetchPages } from './prefetchPages.ts';
import { pageLoaders } from './routes.tsx';

/** What is on the screen first comes first. */
const PREFETCH_DELAY = 3000;

/** For who is signed in: what must be there already when the network goes, the lists and the code of every page. */
export function useReadyOffline(): void {
  const dispatch = useAppDispatch();
  // Another account's lists are fetched anew.
  const accountId = useAppSelector(selectProfile)?.id;

  useEffect(() => {
    if (accountId === undefined) return;
    let isOver = false;
    let release: (() => void) | undefined;
    import('./keepLists.ts').then(
      ({ keepLists }) => {
        if (!isOver) release = keepLists(dispatch);
      },
      // The page asks for them itself.
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
      // Toasts tell of a lost network.
      preloadToasts();
      stop = prefetchPages(pageLoaders);
    }, PREFETCH_DELAY);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [accountId]);
}
