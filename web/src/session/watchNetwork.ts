import type { Dispatch } from '@reduxjs/toolkit';
import { setOnline } from './networkSlice.ts';

/** Updates the network flag (§4) when the browser goes online or offline. Returns a function that stops it. */
export function watchNetwork({ dispatch }: { dispatch: Dispatch }): () => void {
  const update = () => {
    dispatch(setOnline(navigator.onLine));
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
}
