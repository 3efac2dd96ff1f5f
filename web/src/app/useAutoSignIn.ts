import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import { replaceSession } from '../api/refreshSession.ts';
import { sessionApi } from '../api/sessionApi.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { readAuthToken, writeAuthToken } from '../session/storedSession.ts';
import { useAppDispatch } from '../session/storeHooks.ts';

/** §4, Automatic sign-in: tried once when the app starts. Returns whether it is still in progress. */
export function useAutoSignIn(): boolean {
  const store = useStore<SessionRootState>();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const hasStarted = useRef(false);
  const isAuthenticated = () => selectIsAuthenticated(store.getState());
  const [isTrying, setIsTrying] = useState(() => Boolean(linkToken() || (!isAuthenticated() && readAuthToken())));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the app starts
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const exchange = async (token: string) => {
      try {
        if (isAuthenticated()) {
          const { sendBeforeSignIn } = await import('../queue/sendUnsent.ts');
          if (!(await sendBeforeSignIn(store))) return false;
        }
        await replaceSession(() => dispatch(sessionApi.endpoints.autologin.initiate({ token })).unwrap());
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
        // Remove the token from the address and the history, unless the attendee has navigated away.
        if (linkToken() === fromLink) navigate(isSignedIn ? ownPath() : withoutToken(), { replace: true });
        if (isSignedIn) return;
      }
      const stored = readAuthToken();
      if (stored && stored !== fromLink && !isAuthenticated()) await exchange(stored);
    };
    void signIn().finally(() => setIsTrying(false));
  }, []);

  return isTrying;
}

// The build renders public screens without a browser.
const linkToken = () => (import.meta.env.SSR ? null : linkTokenIn(window.location.search));

/** The sign-in token in the query of an address. */
export const linkTokenIn = (search: string) => new URLSearchParams(search).get(AUTOLOGIN_PARAM);

/** Two slashes would start the address of another site. */
const ownPath = () => window.location.pathname.replace(/^\/+/, '/');

/** The current address without the token of an invalid link. */
function withoutToken(): string {
  const { search, hash } = window.location;
  const query = new URLSearchParams(search);
  query.delete(AUTOLOGIN_PARAM);
  return `${ownPath()}${query.size > 0 ? `?${query}` : ''}${hash}`;
}
