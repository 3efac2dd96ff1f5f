import type { SessionMiddleware } from '../session/sessionReducers.ts';
import { dismissToasts } from '../toasts/toasts.ts';
import { api } from './api.ts';
import { forgetIdempotencyKeys } from './idempotencyKey.ts';
import { forgetEtags } from './knownReplies.ts';

/** Clears what was fetched, sent or shown for one account before the next one signs in, in this tab or another. */
export const forgetOnAccountChange: SessionMiddleware = (store) => (next) => (action) => {
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
