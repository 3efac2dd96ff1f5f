import type { Middleware } from '@reduxjs/toolkit';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { dismissToasts } from '../toasts/toasts.ts';
import { api } from './api.ts';
import { forgetIdempotencyKeys } from './idempotencyKey.ts';

/** What was fetched, sent or said for one person never reaches the next: on this device, or signed in by another tab. */
// biome-ignore lint/complexity/noBannedTypes: {} is how Middleware says "adds nothing to dispatch"
export const forgetOnAccountChange: Middleware<{}, SessionRootState> = (store) => (next) => (action) => {
  const before = store.getState().session.profile?.id;
  const result = next(action);
  if (before !== undefined && store.getState().session.profile?.id !== before) {
    // It also aborts the calls that are under way.
    store.dispatch(api.util.resetApiState());
    forgetIdempotencyKeys();
    dismissToasts();
  }
  return result;
};
