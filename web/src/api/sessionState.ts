import type { SessionRootState } from '../session/sessionReducers.ts';

/** The session's part of the store, from what RTK Query passes on, whose state it types as unknown. */
export const sessionState = ({ getState }: { getState: () => unknown }): SessionRootState =>
  // The store is made from sessionReducers.
  getState() as SessionRootState;
