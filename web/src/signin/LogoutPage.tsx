import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import { sessionApi } from '../api/sessionApi.ts';
import { paths } from '../paths.ts';
import { sendUnsent } from '../queue/sendUnsent.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { signOut } from '../session/sessionSlice.ts';
import { readAuthToken } from '../session/storedSession.ts';
import { useAppDispatch } from '../session/storeHooks.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { UnsentQuestion } from './UnsentQuestion.tsx';

/**
 * §4, Logout: notifies the server without waiting for the answer. Asks first if something has not been sent, since
 * signing out deletes it, in every tab (decision 039).
 */
export function LogoutPage() {
  const store = useStore<SessionRootState>();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState(0);
  const hasStarted = useRef(false);

  const leave = () => {
    const { refreshToken } = store.getState().session;
    const token = readAuthToken();
    // Sign out first, since this also aborts all calls in progress.
    dispatch(signOut());
    if (refreshToken) void dispatch(sessionApi.endpoints.logout.initiate({ refresh_token: refreshToken, token }));
    navigate(paths.login, { replace: true });
  };

  /** Sends what can be sent, then leaves or asks. */
  const leaveOrAsk = async () => {
    const { length: left } = await sendUnsent(store);
    setUnsent(left);
    if (left === 0) leave();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the page opens
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void leaveOrAsk();
  }, []);

  if (unsent > 0) {
    return (
      <UnsentQuestion count={unsent} onSend={leaveOrAsk} onDiscard={leave} onCancel={() => navigate(paths.profile)} />
    );
  }
  return (
    <>
      <h1 className="visually-hidden">Signing out</h1>
      <Spinner label="Signing out" />
    </>
  );
}
