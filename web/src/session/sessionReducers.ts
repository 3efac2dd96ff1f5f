import { combineReducers, type Middleware } from '@reduxjs/toolkit';
import { liveSlice } from './liveSlice.ts';
import { networkSlice } from './networkSlice.ts';
import { preferencesSlice } from './preferencesSlice.ts';
import { sessionSlice } from './sessionSlice.ts';
import { writesSlice } from './writesSlice.ts';

/** The session's part of the store. The app adds the API cache. */
export const sessionReducers = {
  session: sessionSlice.reducer,
  preferences: preferencesSlice.reducer,
  network: networkSlice.reducer,
  writes: writesSlice.reducer,
  live: liveSlice.reducer,
};

const reducer = combineReducers(sessionReducers);
export type SessionRootState = ReturnType<typeof reducer>;
// biome-ignore lint/complexity/noBannedTypes: {} is Middleware's type for "adds nothing to dispatch"
export type SessionMiddleware = Middleware<{}, SessionRootState>;

/** The session's part of the store, from what RTK Query passes on, whose state it types as unknown. */
export const sessionState = ({ getState }: { getState: () => unknown }): SessionRootState =>
  // The store is made from sessionReducers.
  getState() as SessionRootState;
