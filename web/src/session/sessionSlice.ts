import type { Credentials, Profile } from '@companion/contract/session';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** §3, Session credentials: all three are set, or none is. */
export interface SessionState {
  profile: Profile | undefined;
  accessToken: string | undefined;
  refreshToken: string | undefined;
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
    /** §4, Logout. `persist: false` where another tab has removed the stored credentials already. */
    signOut: (_, _action: PayloadAction<{ persist?: boolean } | undefined>) => signedOut,
  },
  selectors: {
    selectProfile: (state) => state.profile,
    selectIsAuthenticated: (state) => state.profile !== undefined,
  },
});

export const { setCredentials, setProfile, signOut } = sessionSlice.actions;
export const { selectProfile, selectIsAuthenticated } = sessionSlice.selectors;

export function fromCredentials({ profile, access_token, refresh_token }: Credentials): SessionState {
  return { profile, accessToken: access_token, refreshToken: refresh_token };
}
