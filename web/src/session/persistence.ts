import { STORAGE } from '@companion/contract/constants';
import { dropAllDrafts, dropGuestDrafts } from './drafts.ts';
import { noticeDismissed, removeDismissals, storeDismissal } from './liveSlice.ts';
import { setCollapseNavigation } from './preferencesSlice.ts';
import { sharedStorage } from './safeStorage.ts';
import type { SessionMiddleware } from './sessionReducers.ts';
import { setCredentials, setProfile, signOut } from './sessionSlice.ts';
import { removeSession, writeCredentials, writeProfile } from './storedSession.ts';
import { tidyDevice } from './tidyDevice.ts';

/**
 * Stores what the session's actions change, so that it survives a reload and reaches the other tabs (§4), and deletes
 * drafts and what the phone keeps when their owner changes.
 */
export const persistence: SessionMiddleware = (store) => (next) => (action) => {
  const before = store.getState().session.profile?.id;
  const result = next(action);
  if (setCredentials.match(action)) {
    if (action.payload.persist !== false) writeCredentials(action.payload.credentials);
    if (before === undefined) dropGuestDrafts();
  } else if (setProfile.match(action)) writeProfile(action.payload);
  else if (signOut.match(action)) {
    const { persist, ...end } = action.payload ?? {};
    if (persist !== false) removeSession(end);
    // After the server ended the session, drafts are kept for the next sign-in.
    if (!end.hasEnded) dropAllDrafts();
    removeDismissals();
  } else if (noticeDismissed.match(action)) storeDismissal(store.getState().live, action.payload);
  else if (setCollapseNavigation.match(action)) {
    sharedStorage.writeJson(STORAGE.preferences, store.getState().preferences);
  }
  if (store.getState().session.profile?.id !== before) void tidyDevice(() => store.getState().session);
  return result;
};
