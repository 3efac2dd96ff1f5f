import type { Credentials, Profile } from '@companion/contract/session';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { overlayProfile, type WritesState } from './writes.ts';

/** §3, Session credentials: all three are set, or none. */
export interface SessionState {
  profile: Profile | undefined;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** The server ended the session, not the attendee. */
  hasEnded?: boolean;
  /** The account of what waited on this phone to be sent then. */
  unsentOf?: string | undefined;
}

export const signedOut: SessionState = { profile: undefined, accessToken: undefined, refreshToken: undefined };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: signedOut,
  reducers: {
    /** Signs in, or renews a session. `persist: false` if the credentials came from storage (§4). */
    setCredentials: (_, { payload }: PayloadAction<{ credentials: Credentials; persist?: boolean }>) =>
      fromCredentials(payload.credentials),
    /** Updates the profile of the signed-in account. Ignored for another account. */
    setProfile: (state, { payload }: PayloadAction<Profile>) => {
      if (state.profile?.id === payload.id) state.profile = payload;
    },
    /**
     * §4, Logout. `persist: false` if another tab has already removed the stored credentials; `hasEnded` if the server
     * has ended the session, `unsentOf` if something waits on this phone to be sent then.
     */
    signOut: (
      _,
      { payload }: PayloadAction<({ persist?: boolean } & Pick<SessionState, 'hasEnded' | 'unsentOf'>) | undefined>,
    ) => (payload?.hasEnded ? { ...signedOut, hasEnded: true, unsentOf: payload.unsentOf } : signedOut),
  },
  selectors: {
    selectIsAuthenticated: (state) => state.profile !== undefined,
    /** The account that this phone reads and writes for: none until the owner of its phone says who registered. */
    selectUsableAccountId: ({ profile }) => (profile?.registeredElsewhere ? undefined : profile?.id),
    selectHasEnded: (state) => state.hasEnded === true,
    selectHasUnsent: (state) => state.unsentOf !== undefined,
  },
});

export const { setCredentials, setProfile, signOut } = sessionSlice.actions;
export const { selectIsAuthenticated, selectUsableAccountId, selectHasEnded, selectHasUnsent } = sessionSlice.selectors;

const NO_WRITES: WritesState = [];

/** The signed-in account's profile, with the edits that wait to be sent. */
export const selectProfile = createSelector(
  [
    (state: { session: SessionState }) => state.session.profile,
    (state: { session: SessionState; writes?: WritesState }) => state.writes ?? NO_WRITES,
  ],
  (profile, writes) => profile && overlayProfile(profile, writes),
);

export function fromCredentials({ profile, access_token, refresh_token }: Credentials): SessionState {
  return { profile, accessToken: access_token, refreshToken: refresh_token };
}
