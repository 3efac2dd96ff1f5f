import type { Dispatch } from '@reduxjs/toolkit';
import { setReachable } from '../session/networkSlice.ts';
import { reachability } from './serverReachability.ts';

/** Keeps the store's network state current, and probes again when the network or the attendee is back. */
export function watchReachability({ dispatch }: { dispatch: Dispatch }): void {
  reachability.start((isReachable) => dispatch(setReachable(isReachable)));
  if (!navigator.onLine) reachability.setOnline(false);
  window.addEventListener('online', () => reachability.setOnline(true));
  window.addEventListener('offline', () => reachability.setOnline(false));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reachability.checkIfLost();
  });
}
