import { watchReachability } from '@companion/client/network/watchReachability';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { setReachable } from './networkSlice.ts';
import { reachability } from './reachability.ts';
import { readAgain, STAFF_READS } from './readAgain.ts';
import { store } from './store.ts';

/** Follows whether the server can be reached, and whether anyone sees the page. */
export function watchServer(): void {
  setupListeners(store.dispatch);
  watchReachability(reachability, (isReachable) => store.dispatch(setReachable(isReachable)));
  // What failed, or may have changed, while the server was away.
  reachability.onReachable(() => store.dispatch(readAgain(STAFF_READS, 'repeat')));
}
