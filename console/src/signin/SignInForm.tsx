import { Field } from '@companion/web/ui/Field.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { enterSession } from '../api/enterSession.ts';
import { loadPasskeys } from '../api/loadPasskeys.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { passkeyProblem } from '../page/passkeyProblem.ts';
import { StaffForm } from '../page/StaffForm.tsx';
import { useTitle } from '../page/useTitle.ts';
import { paths } from '../paths.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import styles from './SignInForm.module.css';

/**
 * E-mail and password, or a passkey.
 * @param hasExpired whether a session has ended, whose screen returns
 */
export function SignInForm({ hasExpired }: { hasExpired: boolean }) {
  useTitle('Sign in');
  useOfferedPasskeys();
  const { send, isSending, failure } = useStaffMutation('signInStaff', [], { showsFailure: true });
  const [step, setStep] = useState<'password' | 'code' | 'password again'>('password');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (step === 'password again') heading.current?.focus({ preventScroll: true });
  }, [step]);
  if (step === 'code') return <SecondFactorForm onBack={() => setStep('password again')} />;
  const submit = async ({ email = '', password = '' }: Record<string, string>) => {
    const answer = await send({ email, password });
    if (answer?.results.member) enterSession(answer.results.member);
    else if (answer?.results.secondFactor) setStep('code');
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {hasExpired ? 'Please sign in again' : 'Sign in'}
      </h1>
      {hasExpired && <p className={styles.line}>Your session has ended. You will be back where you were.</p>}
      <StaffForm action="Sign in" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username webauthn"
          error={failure?.errors.email}
        />
        <Field
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          error={failure?.errors.password}
        />
      </StaffForm>
      <div className={styles.passkey}>
        <PasskeyButton label="Use a passkey" onSignedIn={enterSession} />
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
