import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { sessionApi } from '../api/sessionApi.ts';
import { paths } from '../paths.ts';
import { navigate } from '../router/browserHistory.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { signOut } from '../session/sessionSlice.ts';
import { readAuthToken } from '../session/storedSession.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** §4, Logout: notifies the server without waiting for the answer. */
export function LogoutPage() {
  const store = useStore<SessionRootState>();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const { refreshToken } = store.getState().session;
    const token = readAuthToken();
    // Sign out first, since this also aborts all calls in progress.
    dispatch(signOut());
    if (refreshToken) void dispatch(sessionApi.endpoints.logout.initiate({ refresh_token: refreshToken, token }));
    navigate(paths.login, { replace: true });
  }, [store, dispatch]);

  return (
    <>
      <h1 className="visually-hidden">Signing out</h1>
      <Spinner label="Signing out" />
    </>
  );
}
