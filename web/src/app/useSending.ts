import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** Sends what this account has left unsent. The code loads after the first screen. */
export function useSending(): void {
  const store = useStore<SessionRootState>();
  const accountId = useAppSelector(selectProfile)?.id;

  useEffect(() => {
    if (accountId === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('./startSending.ts').then(
      ({ startSending }) => {
        if (!isOver) stop = startSending(store);
      },
      // The next start tries again.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [accountId, store]);
}
