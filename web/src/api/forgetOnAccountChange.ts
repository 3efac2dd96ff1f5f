import type { Middleware } from '@reduxjs/toolkit';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { api } from './api.ts';

/** What was fetched for one person is never shown to the next: on this device, or signed in by another tab. */
// biome-ignore lint/complexity/noBannedTypes: {} is how Middleware says "adds nothing to dispatch"
export const forgetOnAccountChange: Middleware<{}, SessionRootState> = (store) => (next) => (action) => {
  const before = store.getState().session.profile?.id;
  const result = next(action);
  if (before !== undefined && store.getState().session.profile?.id !== before) store.dispatch(api.util.resetApiState());
  return result;
};
