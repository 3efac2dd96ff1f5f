import type { Dispatch } from '@reduxjs/toolkit';
import { setOnline } from './networkSlice.ts';

/** Keeps the network flag (§4) in step with the browser. Returns the function that stops it. */
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
