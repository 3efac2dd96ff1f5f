import { CODE_DIGITS } from '@companion/contract/constants';
import { type Profile, smsCodeForm } from '@companion/contract/session';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCancelPhoneChangeMutation, useProvePhoneMutation, useSendPhoneCodeMutation } from '../api/accountApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { describeError } from '../toasts/describeError.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './PhoneChange.module.css';

interface PhoneChangeProps {
  profile: Profile;
  /** The new number, which is not used for sign-in yet. */
  pendingPhone: string;
}

/** The form for the code that proves a changed phone (decision 022). */
export function PhoneChange({ profile: { id, phone }, pendingPhone }: PhoneChangeProps) {
  const [provePhone, { isLoading: isProving }] = useProvePhoneMutation();
  const [sendPhoneCode, { isLoading: isSending }] = useSendPhoneCodeMutation();
  const [cancelPhoneChange, { isLoading: isCancelling }] = useCancelPhoneChangeMutation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [status, setStatus] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const form = useFocusKept<HTMLFormElement>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number has its own code
  useEffect(() => {
    setCode('');
    setError(undefined);
    setStatus('');
    field.current?.focus();
  }, [pendingPhone]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isProving) return;
    const parsed = smsCodeForm.safeParse({ code });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return;
    }
    const answer = await provePhone({ id, code: parsed.data.code });
    if (!answer.error) {
      notifySuccess('Your phone number has been changed.');
      return;
    }
    setError(describeError(answer.error).message);
    field.current?.select();
  };
  const sendAgain = async () => {
    const answer = await sendPhoneCode({ id });
    setError(answer.error && describeError(answer.error).message);
    setStatus(answer.data?.message ?? '');
    field.current?.focus();
  };

  return (
    <Card as="section" aria-label="Change of number">
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p>
          We have sent a code to <strong>{pendingPhone}</strong>. You sign in with your present number,{' '}
          <strong>{phone}</strong>, until you enter the code here.
        </p>
        <Field
          ref={field}
          label="Verification code"
          hint={`The ${CODE_DIGITS} digits sent to ${pendingPhone}.`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          value={code}
          error={error}
          onChange={({ target }) => {
            setCode(target.value.replace(/\D/g, '').slice(0, CODE_DIGITS));
            setError(undefined);
          }}
        />
        <Button type="submit" busy={isProving} disabled={isProving}>
          Confirm New Number
        </Button>
        <div className={styles.others}>
          <Button variant="secondary" busy={isSending} disabled={isSending} onClick={sendAgain}>
            Send again
          </Button>
          <Button
            variant="secondary"
            busy={isCancelling}
            disabled={isCancelling}
            onClick={() => void cancelPhoneChange({ id })}
          >
            Keep present number
          </Button>
        </div>
        <p role="status" className={styles.status}>
          {status}
        </p>
      </form>
    </Card>
  );
}
