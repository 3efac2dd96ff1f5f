import { STORAGE } from '@companion/contract/limits';
import type { Dispatch } from '@reduxjs/toolkit';
import { readStored } from './browserStorage.ts';
import type { SessionRootState } from './sessionReducers.ts';
import { setCredentials, signOut } from './sessionSlice.ts';
import { parseCredentials, readHasEnded } from './storedSession.ts';

interface Store {
  dispatch: Dispatch;
  getState: () => SessionRootState;
}

/**
 * §4, Cross-tab sync: adopts credentials that another tab stored, without storing them again; signs out when they are
 * removed. Returns the function that stops it.
 */
export function syncTabs(store: Store): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key is localStorage.clear().
    if (key === STORAGE.token || key === null) adoptStored(store);
  };
  // A page that comes back from the back-forward cache has slept through the events.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) adoptStored(store);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

// What is stored now counts, not what the event says: a tab that slept gets old events after newer ones were written.
function adoptStored({ dispatch, getState }: Store): void {
  const text = readStored(STORAGE.token);
  const { profile, accessToken } = getState().session;
  if (text === null) {
    if (profile) dispatch(signOut({ persist: false, hasEnded: readHasEnded() }));
    return;
  }
  const credentials = parseCredentials(text);
  if (!credentials) return;
  const isNews =
    credentials.access_token !== accessToken || JSON.stringify(credentials.profile) !== JSON.stringify(profile);
  if (isNews) dispatch(setCredentials({ credentials, persist: false }));
}
