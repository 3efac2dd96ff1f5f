import { EVENT_FILES } from '@companion/contract/event';
import { SIGN_IN_MAILED } from '@companion/contract/session';
import { useState } from 'react';
import { eventFile } from '../api/eventApi.ts';
import { useLoginMutation } from '../api/sessionApi.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { Redirect } from '../router/Redirect.tsx';
import { useLocation, useQuery } from '../router/RouterProvider.tsx';
import { selectHasEnded, selectHasUnsent, selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { describeError } from '../toasts/describeError.ts';
import { LinkMailed } from './LinkMailed.tsx';
import styles from './LoginPage.module.css';
import { PhoneForm } from './PhoneForm.tsx';
import { returnPath } from './returnPath.ts';
import { SmsCodeForm } from './SmsCodeForm.tsx';
import { dropSentSignIn, readSentSignIn, writeSentSignIn } from './sentSignIn.ts';
import { takenPhone } from './takenPhone.ts';

/**
 * §2, Login screen: form, submitting, then sent (the message and the code) or failed (registration). Three failures
 * show the server's message instead (decision 026): 409, since the number is registered but cannot be texted, and 429
 * and 503, since it is not known whether the number is registered.
 */
export function LoginPage() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { state } = useLocation();
  const navigate = useNavigateFromHere();
  const query = useQuery();
  const [login] = useLoginMutation();
  const hasEnded = useAppSelector(selectHasEnded);
  const hasUnsent = useAppSelector(selectHasUnsent);
  const [typed, setTyped] = useState(() => takenPhone(state) ?? '');
  const [sent, setSent] = useState(() => readSentSignIn());
  const [failure, setFailure] = useState<string>();
  const [hasStartedOver, setHasStartedOver] = useState(false);
  const email = query.get('email') ?? undefined;

  if (isAuthenticated) return <Redirect to={returnPath(state)} />;

  const show = (phone: string, answer: object) => {
    const next = { to: phone, byMail: isMailed(answer) };
    writeSentSignIn(next);
    setSent(next);
  };
  const send = async (phone: string) => {
    setTyped(phone);
    setFailure(undefined);
    // Probably the next screen if this fails, so fetch it during the call.
    import('./RegistrationPage.tsx').catch(() => {});
    const answer = await login({ phone, email });
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
            ? 'Your session has ended. Sign in again to send what is waiting on this phone.'
            : 'Your session has ended. Please sign in again.'}
        </p>
      )}
      {!sent && <PhoneForm initial={typed} takesFocus={hasStartedOver} failure={failure} onSubmit={send} />}
      {sent?.byMail === true && <LinkMailed onSendAgain={() => sendAgain(sent.to)} onOtherNumber={startOver} />}
      {sent?.byMail === false && (
        <SmsCodeForm phone={sent.to} onSendAgain={() => sendAgain(sent.to)} onOtherNumber={startOver} />
      )}
    </div>
  );
}

const keepsForm = (error: unknown) => [409, 429, 503].includes(Object(error).status);

const isMailed = (answer: object) => 'message' in answer && answer.message === SIGN_IN_MAILED;
