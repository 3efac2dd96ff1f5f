import { useEffect } from 'react';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { preloadToasts } from '../toasts/toasts.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';
import { pageLoaders } from './routes.tsx';

/** Leaves the network to the first screen. */
const PREFETCH_DELAY_MS = 3000;

/** Loads the code that a signed-in attendee needs offline: that of every page, and of what a page shows only then. */
export function useReadyOffline(): void {
  const accountId = useAppSelector(selectProfile)?.id;

  useEffect(() => {
    if (accountId === undefined) return;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      // Toasts report a lost network, so their code must be loaded before.
      preloadToasts();
      stop = prefetchWhenIdle([() => import('../profile/UnsentWrites.tsx'), ...pageLoaders]);
    }, PREFETCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [accountId]);
}
