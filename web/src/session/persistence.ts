import type { Middleware } from '@reduxjs/toolkit';
import { setCollapseNavigation } from './preferencesSlice.ts';
import type { SessionRootState } from './sessionReducers.ts';
import { setCredentials, setProfile, signOut } from './sessionSlice.ts';
import { writePreferences } from './storedPreferences.ts';
import { removeSession, writeCredentials, writeProfile } from './storedSession.ts';

/** Saves what the session's actions change, so that it survives a reload and reaches the other tabs (§4). */
// biome-ignore lint/complexity/noBannedTypes: {} is how Middleware says "adds nothing to dispatch"
export const persistence: Middleware<{}, SessionRootState> = (store) => (next) => (action) => {
  const result = next(action);
  if (setCredentials.match(action)) {
    if (action.payload.persist !== false) writeCredentials(action.payload.credentials);
  } else if (setProfile.match(action)) writeProfile(action.payload);
  else if (signOut.match(action)) {
    if (action.payload?.persist !== false) removeSession();
  } else if (setCollapseNavigation.match(action)) writePreferences(store.getState().preferences);
  return result;
};
