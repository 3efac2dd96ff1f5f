import { STORAGE } from '@companion/contract/constants';
import type { Dispatch } from '@reduxjs/toolkit';
import { sharedStorage } from './safeStorage.ts';
import type { SessionRootState } from './sessionReducers.ts';
import { setCredentials, signOut } from './sessionSlice.ts';
import { readCredentials, readSessionEnd } from './storedSession.ts';

interface Store {
  dispatch: Dispatch;
  getState: () => Pick<SessionRootState, 'session'>;
}

/**
 * §4, Cross-tab sync: adopts credentials that another tab stored, without storing them again, and signs out when they
 * are removed.
 */
export function syncTabs(store: Store): void {
  window.addEventListener('storage', ({ key }) => {
    // The key is null after localStorage.clear().
    if (key === STORAGE.token || key === null) adoptStored(store);
  });
  // A page restored from the back-forward cache has missed the events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) adoptStored(store);
  });
}

/**
 * Follows what is stored. Reads the storage, not the event: a suspended tab receives old events after newer ones were
 * written.
 */
export function adoptStored({ dispatch, getState }: Store): void {
  const { profile, accessToken, refreshToken } = getState().session;
  if (sharedStorage.read(STORAGE.token) === null) {
    if (profile) dispatch(signOut({ persist: false, ...readSessionEnd() }));
    return;
  }
  const credentials = readCredentials();
  if (!credentials) return;
  const isChanged =
    credentials.access_token !== accessToken ||
    credentials.refresh_token !== refreshToken ||
    JSON.stringify(credentials.profile) !== JSON.stringify(profile);
  if (isChanged) dispatch(setCredentials({ credentials, persist: false }));
}
