import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { loadPasskeys, passkeyProblem } from '../page/loadPasskeys.ts';
import { useTitle } from '../page/PageHead.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasskeyStep } from './PasskeyStep.tsx';
import { BackToSignIn, SignInCodeForm } from './SignInCodeForm.tsx';
import styles from './SignInForm.module.css';

/**
 * E-mail and password, or a passkey.
 * @param hasExpired whether a session has ended, whose screen returns
 */
export function SignInForm({ hasExpired }: { hasExpired: boolean }) {
  useTitle('Sign in');
  useOfferedPasskeys();
  const [step, setStep] = useState<'password' | 'code' | 'passkey' | 'password again'>('password');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step === 'password again') heading.current?.focus({ preventScroll: true });
  }, [step]);
  if (step === 'code') return <SecondFactorForm onBack={() => setStep('password again')} />;
  if (step === 'passkey') return <PasskeyStep onBack={() => setStep('password again')} />;
  const submit = async ({ email = '', password = '' }: Record<string, string>) => {
    const { member, secondFactor, byPasskey } = (await sendStaffCall('signInStaff', { email, password })).results;
    if (member) enterSession(member);
    else if (secondFactor) setStep(byPasskey ? 'passkey' : 'code');
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {hasExpired ? 'Please sign in again' : 'Sign in'}
      </h1>
      {hasExpired && <p className={styles.line}>Your session has ended. You will be back where you were.</p>}
      <StaffForm action="Sign in" onSubmit={submit}>
        <FormField name="email" type="email" label="E-mail" autoComplete="username webauthn" />
        <FormField name="password" type="password" label="Password" autoComplete="current-password" />
      </StaffForm>
      <div className={styles.passkey}>
        <PasskeyButton onSignedIn={enterSession} />
      </div>
      <p className={styles.foot}>
        <Link to={paths.lostPassword}>Forgot your password?</Link>
      </p>
    </>
  );
}

/** While the form shows, the browser offers passkeys for its fields, if it can. A failure leaves the button. */
function useOfferedPasskeys(): void {
  useEffect(() => {
    if (passkeyProblem()) return;
    const leaving = new AbortController();
    loadPasskeys()
      .then(({ offerPasskeys }) => offerPasskeys(leaving.signal))
      .then((member) => member && !leaving.signal.aborted && enterSession(member))
      .catch(() => {});
    return () => leaving.abort();
  }, []);
}

/** After the password: a code of the authenticator app, or a recovery code. */
function SecondFactorForm({ onBack }: { onBack(): void }) {
  return (
    <>
      <FocusedHeading>Enter your code</FocusedHeading>
      <SignInCodeForm hint="Six digits from your authenticator app, or one of your recovery codes" />
      <BackToSignIn onBack={onBack} />
    </>
  );
}
