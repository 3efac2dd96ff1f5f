import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import styles from '../forms/FormPage.module.css';
import { paths } from '../paths.ts';
import { sendUnsent } from '../queue/sendUnsent.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectUsableAccountId, signOut } from '../session/sessionSlice.ts';
import { readAuthToken } from '../session/storedSession.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { signOutAtServer } from './serverSignOut.ts';

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
    if (refreshToken) signOutAtServer(store, { refresh_token: refreshToken, token });
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
      <UnsentQuestion
        count={unsent}
        onSend={leaveOrAsk}
        onDiscard={leave}
        // This page signs out when it is opened, so going back must not lead to it.
        onCancel={() => navigate(paths.profile, { replace: true })}
      />
    );
  }
  return (
    <>
      <h1 className="visually-hidden">Signing out</h1>
      <Spinner label="Signing out" />
    </>
  );
}

interface UnsentQuestionProps {
  count: number;
  onSend: () => Promise<void>;
  onDiscard: () => void;
  onCancel: () => void;
}

/** Asks what to do with unsent writes before signing out. */
function UnsentQuestion({ count, onSend, onDiscard, onCancel }: UnsentQuestionProps) {
  const isOnline = useAppSelector(selectIsOnline);
  const isUsable = useAppSelector(selectUsableAccountId) !== undefined;
  const [isSending, setIsSending] = useState(false);
  const [status, setStatus] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  const send = async () => {
    setIsSending(true);
    setStatus('');
    await onSend();
    setIsSending(false);
    setStatus('Not everything could be sent. Your profile lists what is left.');
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Sign out without sending?
        </h1>
        <p>
          {count === 1 ? 'One thing you did has' : `${count} things you did have`} not been sent. Signing out deletes{' '}
          {count === 1 ? 'it' : 'them'} from this phone.
        </p>
        {!isUsable && <p>Everything is sent once you have said whether it was you who registered.</p>}
        {isUsable && !isOnline && (
          <p>You are offline. Once the connection is back, everything is sent automatically.</p>
        )}
      </header>
      <div className={styles.form}>
        {isOnline && isUsable && (
          <Button busy={isSending} disabled={isSending} onClick={send}>
            Send First
          </Button>
        )}
        <Button variant="danger" disabled={isSending} onClick={onDiscard}>
          Sign Out and Discard
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p role="status">{status}</p>
    </div>
  );
}
