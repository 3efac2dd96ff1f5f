import { configureStore } from '@reduxjs/toolkit';
import { api } from '../api/api.ts';
import { errorToasts } from '../api/errorToasts.ts';
import { forgetOnAccountChange } from '../api/forgetOnAccountChange.ts';
import { persistence } from '../session/persistence.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { fromCredentials, signedOut } from '../session/sessionSlice.ts';
import { readCredentials, readSessionEnd } from '../session/storedSession.ts';
import { noteUsefulCall } from './installPrompt.ts';

/**
 * Creates the store with the state stored by the last visit (§4).
 * @param credentials of the session, for a page that is rendered without a browser
 */
export function createStore(credentials = readCredentials()) {
  return configureStore({
    reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
    preloadedState: { session: credentials ? fromCredentials(credentials) : { ...signedOut, ...readSessionEnd() } },
    middleware: (defaults) =>
      defaults().concat(api.middleware, persistence, forgetOnAccountChange, errorToasts, noteUsefulCall),
  });
}
