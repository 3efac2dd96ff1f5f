import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { replaceSession } from '../api/refreshSession.ts';
import { sessionApi } from '../api/sessionApi.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { readAuthToken, writeAuthToken } from '../session/storedSession.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { tellSignOuts } from '../signin/tellSignOuts.ts';

/** §4, Automatic sign-in: tried once when the app starts. Returns whether it is still in progress. */
export function useAutoSignIn(): boolean {
  const store = useStore<SessionRootState>();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const hasStarted = useRef(false);
  /** The token of the link that has signed in. */
  const usedLink = useRef<string>(undefined);
  const isAuthenticated = () => selectIsAuthenticated(store.getState());
  const [isTrying, setIsTrying] = useState(() =>
    Boolean(linkTokenIn(search) || (!isAuthenticated() && readAuthToken())),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the app starts
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const exchange = async (token: string) => {
      try {
        if (!(await tellSignOuts(store))) throw new Error('A sign-out is not sent.');
        if (isAuthenticated()) {
          const { sendBeforeSignIn } = await import('../queue/sendUnsent.ts');
          if (!(await sendBeforeSignIn(store))) throw new Error('Something is not sent.');
        }
        await replaceSession(() => dispatch(sessionApi.endpoints.autologin.initiate({ token })).unwrap());
        return true;
      } catch (error) {
        console.log('Auto-login failed:', error);
        return false;
      }
    };
    const signIn = async () => {
      const fromLink = linkTokenIn(search);
      if (fromLink && (await exchange(fromLink))) {
        usedLink.current = fromLink;
        writeAuthToken(fromLink);
        return;
      }
      const stored = readAuthToken();
      if (stored && stored !== fromLink && !isAuthenticated()) await exchange(stored);
    };
    void signIn().finally(() => setIsTrying(false));
  }, []);

  // Removes the token from the address and the history, also when an attendee who navigated away meanwhile comes back.
  useEffect(() => {
    const query = new URLSearchParams(search);
    const token = query.get(AUTOLOGIN_PARAM);
    if (!token || isTrying) return;
    query.delete(AUTOLOGIN_PARAM);
    const rest = token !== usedLink.current && { search: String(query), hash };
    // Two slashes would start the address of another site.
    navigate({ pathname: pathname.replace(/^\/+/, '/'), ...rest }, { replace: true });
  }, [isTrying, pathname, search, hash, navigate]);

  return isTrying;
}

/** The sign-in token in the query of an address. */
export const linkTokenIn = (search: string) => new URLSearchParams(search).get(AUTOLOGIN_PARAM);
