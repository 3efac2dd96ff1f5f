import { combineReducers } from '@reduxjs/toolkit';
import { networkSlice } from './networkSlice.ts';
import { preferencesSlice } from './preferencesSlice.ts';
import { sessionSlice } from './sessionSlice.ts';

/** The part of the store that the session owns; the app adds the API's cache beside it. */
export const sessionReducers = {
  session: sessionSlice.reducer,
  preferences: preferencesSlice.reducer,
  network: networkSlice.reducer,
};

const reducer = combineReducers(sessionReducers);
export type SessionRootState = ReturnType<typeof reducer>;
