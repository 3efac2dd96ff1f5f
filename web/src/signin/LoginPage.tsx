import { isTemporary } from '@companion/client/network/callFailure';
import { EVENT_FILES } from '@companion/contract/event';
import { SIGN_IN_MAILED } from '@companion/contract/session';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { eventFile } from '../api/eventApi.ts';
import { useLoginMutation } from '../api/sessionApi.ts';
import { loadable } from '../page/loadable.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { selectHasEnded, selectHasUnsent, selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { describeError } from '../toasts/describeError.ts';
import styles from './LoginPage.module.css';
import { dropSentSignIn, readSentSignIn, returnPath, takenPhone, writeSentSignIn } from './loginState.ts';
import { PhoneForm } from './PhoneForm.tsx';

const checkMessages = loadable(() => import('./CheckMessages.tsx').then((file) => file.CheckMessages));

/**
 * §2, Login screen: form, submitting, then sent (the message and the code) or failed (registration). Failures that do not
 * say that the number is unknown show their message instead (decision 026).
 */
export function LoginPage() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { search, state } = useLocation();
  const navigate = useNavigateFromHere();
  const [login] = useLoginMutation();
  const hasEnded = useAppSelector(selectHasEnded);
  const hasUnsent = useAppSelector(selectHasUnsent);
  const [typed, setTyped] = useState(() => takenPhone(state) ?? '');
  const [sent, setSent] = useState(() => readSentSignIn());
  const [failure, setFailure] = useState<string>();
  const [hasStartedOver, setHasStartedOver] = useState(false);
  const email = new URLSearchParams(search).get('email') ?? undefined;

  if (isAuthenticated) return <Navigate replace to={returnPath(state)} />;

  const show = (phone: string, answer: object) => {
    const next = { to: phone, byMail: isMailed(answer) };
    writeSentSignIn(next);
    setSent(next);
  };
  const send = async (phone: string) => {
    setTyped(phone);
    setFailure(undefined);
    // The next screen, whether this succeeds or fails.
    import('./RegistrationPage.tsx').catch(() => {});
    const isLoaded = checkMessages.load().catch(() => {});
    const answer = await login({ phone, email });
    if (answer.data) await isLoaded;
    if (answer.data) show(phone, answer.data);
    else if (keepsForm(answer.error)) setFailure(describeError(answer.error).message);
    else navigate(paths.registration({ phone, email }), { replace: true });
  };
  const sendAgain = async (phone: string) => {
    const answer = await login({ phone, email });
    // The server may choose mail this time.
    if (answer.data) show(phone, answer.data);
    // The number is registered, so a failure here never leads to registration.
    return answer.error && describeError(answer.error).message;
  };
  const startOver = () => {
    dropSentSignIn();
    setSent(undefined);
    setHasStartedOver(true);
  };

  return (
    <div className={styles.page}>
      <img src={eventFile(EVENT_FILES.logo)} alt="" className={styles.logo} />
      {hasEnded && (
        <p role="status" className={styles.notice}>
          {hasUnsent
            ? 'Your session has ended. Sign in again to send what is waiting on this phone. Another sign-in deletes it.'
            : 'Your session has ended. Please sign in again.'}
        </p>
      )}
      {!sent && <PhoneForm initial={typed} takesFocus={hasStartedOver} failure={failure} onSubmit={send} />}
      {sent && <checkMessages.component sent={sent} onSendAgain={() => sendAgain(sent.to)} onOtherNumber={startOver} />}
    </div>
  );
}

/** The number is registered but cannot be texted, or nothing is known about it: without an answer, as with a 503. */
const keepsForm = (error: FetchBaseQueryError | SerializedError): boolean =>
  !('status' in error) || isTemporary(error) || error.status === 409 || error.status === 429;

const isMailed = (answer: object) => 'message' in answer && answer.message === SIGN_IN_MAILED;
