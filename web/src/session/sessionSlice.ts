import type { Credentials, Profile } from '@companion/contract/session';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** §3, Session credentials: all three are set, or none is. */
export interface SessionState {
  profile: Profile | undefined;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** The server ended the session: it was not the person who signed out. */
  hasEnded?: boolean;
}

export const signedOut: SessionState = { profile: undefined, accessToken: undefined, refreshToken: undefined };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: signedOut,
  reducers: {
    /** Signs in, or renews a session. `persist: false` where the credentials came from storage (§4). */
    setCredentials: (_, { payload }: PayloadAction<{ credentials: Credentials; persist?: boolean }>) =>
      fromCredentials(payload.credentials),
    /** What the server now says of the signed-in person. Ignored for anyone else. */
    setProfile: (state, { payload }: PayloadAction<Profile>) => {
      if (state.profile?.id === payload.id) state.profile = payload;
    },
    /**
     * §4, Logout. `persist: false` where another tab has removed the stored credentials already; `hasEnded` where the
     * server has ended the session.
     */
    signOut: (_, { payload }: PayloadAction<{ persist?: boolean; hasEnded?: boolean } | undefined>) =>
      payload?.hasEnded ? { ...signedOut, hasEnded: true } : signedOut,
  },
  selectors: {
    selectProfile: (state) => state.profile,
    selectIsAuthenticated: (state) => state.profile !== undefined,
    selectHasEnded: (state) => state.hasEnded === true,
  },
});

export const { setCredentials, setProfile, signOut } = sessionSlice.actions;
export const { selectProfile, selectIsAuthenticated, selectHasEnded } = sessionSlice.selectors;

export function fromCredentials({ profile, access_token, refresh_token }: Credentials): SessionState {
  return { profile, accessToken: access_token, refreshToken: refresh_token };
}
