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
      if (fromLink && (await exchange(fromLink))) {
        writeAuthToken(fromLink);
        // The link's token leaves the address and the history, unless the person has left that address already.
        if (linkToken() === fromLink) navigate(window.location.pathname, { replace: true });
        return;
      }
      const stored = readAuthToken();
      if (stored && stored !== fromLink && !isAuthenticated()) await exchange(stored);
    };
    void signIn().finally(() => setIsTrying(false));
  }, []);

  return isTrying;
}

const linkToken = () => new URLSearchParams(window.location.search).get(AUTOLOGIN_PARAM);
