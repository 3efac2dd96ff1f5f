import { AUTOLOGIN_PARAM } from '@companion/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import { sessionApi } from '../api/sessionApi.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { readAuthToken, writeAuthToken } from '../session/storedSession.ts';
import { useAppDispatch } from '../session/storeHooks.ts';

/** §4, Automatic sign-in: once when the app starts. Tells whether it is still being tried. */
export function useAutoSignIn(): boolean {
  const store = useStore<SessionRootState>();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const hasStarted = useRef(false);
  const isAuthenticated = () => selectIsAuthenticated(store.getState());
  const [isTrying, setIsTrying] = useState(() => Boolean(linkToken() || (!isAuthenticated() && readAuthToken())));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever changes later
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const exchange = async (token: string) => {
      try {
        await dispatch(sessionApi.endpoints.autologin.initiate({ token })).unwrap();
        return true;
      } catch (error) {
        console.log('Auto-login failed:', error);
        return false;
      }
    };
    const signIn = async () => {
      const fromLink = linkToken();
      if (fromLink) {
        const isSignedIn = await exchange(fromLink);
        if (isSignedIn) writeAuthToken(fromLink);
        // The link's token leaves the address and the history, unless the person has left that address already.
        if (linkToken() === fromLink)
          navigate(isSignedIn ? window.location.pathname : withoutToken(), { replace: true });
        if (isSignedIn) return;
      }
      const stored = readAuthToken();
      if (stored && stored !== fromLink && !isAuthenticated()) await exchange(stored);
    };
    void signIn().finally(() => setIsTrying(false));
  }, []);

  return isTrying;
}

const linkToken = () => linkTokenIn(window.location.search);

/** The token of a sign-in link in the query of an address. */
export const linkTokenIn = (search: string) => new URLSearchParams(search).get(AUTOLOGIN_PARAM);

/** The address as it is, but for the token of a link that is no good. */
function withoutToken(): string {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  query.delete(AUTOLOGIN_PARAM);
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`;
}
