import type { Middleware } from '@reduxjs/toolkit';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { dismissToasts } from '../toasts/toasts.ts';
import { api } from './api.ts';
import { forgetIdempotencyKeys } from './idempotencyKey.ts';
import { forgetEtags } from './knownAnswers.ts';

/** Clears what was fetched, sent or shown for one account before the next one signs in, in this tab or another. */
// biome-ignore lint/complexity/noBannedTypes: {} is Middleware's type for "adds nothing to dispatch"
export const forgetOnAccountChange: Middleware<{}, SessionRootState> = (store) => (next) => (action) => {
  const before = store.getState().session.profile?.id;
  const result = next(action);
  if (before !== undefined && store.getState().session.profile?.id !== before) {
    // This also aborts the calls in progress.
    store.dispatch(api.util.resetApiState());
    forgetIdempotencyKeys();
    forgetEtags();
    dismissToasts();
  }
  return result;
};
