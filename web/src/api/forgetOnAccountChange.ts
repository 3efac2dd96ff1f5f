import type { SessionMiddleware } from '../session/sessionReducers.ts';
import { dismissToasts, notifyLost } from '../toasts/toasts.ts';
import { api } from './api.ts';
import { idempotencyKeys } from './idempotencyKeys.ts';
import { forgetEtags } from './knownReplies.ts';

/** Clears what was fetched, sent or shown for one account before the next one signs in, in this tab or another. */
export const forgetOnAccountChange: SessionMiddleware = (store) => (next) => (action) => {
  const { session, writes } = store.getState();
  const before = session.profile?.id;
  const result = next(action);
  const id = store.getState().session.profile?.id;
  if (before !== undefined && id !== before) {
    // This also aborts the calls in progress.
    store.dispatch(api.util.resetApiState());
    idempotencyKeys.forgetAll();
    forgetEtags();
    dismissToasts();
  }
  const unsentOf = session.unsentOf ?? (writes.length > 0 ? before : undefined);
  // Also where the staff has merged two accounts, so that it is the same person (decision 038).
  if (unsentOf && id && id !== unsentOf) notifyLost();
  return result;
};
