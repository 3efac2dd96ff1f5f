import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '../api/api.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/**
 * Does something for each account while it is signed in.
 * @param load loads the code, which is not part of the first screen; it returns a function that stops the work
 */
export function useWhileSignedIn(load: () => Promise<(store: AppStore) => () => void>): void {
  const store = useStore<ReturnType<AppStore['getState']>>();
  const accountId = useAppSelector(selectProfile)?.id;

  useEffect(() => {
    if (accountId === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    load().then(
      (start) => {
        if (!isOver) stop = start(store);
      },
      // The next start of the app tries again.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [accountId, store, load]);
}
