import { CODE_DIGITS } from '@companion/contract/constants';
import type { Profile } from '@companion/contract/session';
import { useEffect, useState } from 'react';
import { useCancelPhoneChangeMutation, useProvePhoneMutation, useSendPhoneCodeMutation } from '../api/accountApi.ts';
import { useCode } from '../forms/useCode.ts';
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

/** The form for the code that proves a changed phone (decision 022). Each number has its own: give it a key. */
export function PhoneChange({ profile: { id, phone }, pendingPhone }: PhoneChangeProps) {
  const [provePhone] = useProvePhoneMutation();
  const [sendPhoneCode, { isLoading: isSending }] = useSendPhoneCodeMutation();
  const [cancelPhoneChange, { isLoading: isCancelling }] = useCancelPhoneChangeMutation();
  const {
    isSending: isProving,
    isBlocked,
    setFailure,
    onSubmit,
    field,
  } = useCode(async (typed) => {
    const answer = await provePhone({ id, code: typed });
    if (!answer.error) notifySuccess('Your phone number has been changed.');
    return answer;
  });
  const [status, setStatus] = useState('');
  const form = useFocusKept<HTMLFormElement>();

  useEffect(() => field.ref.current?.focus(), [field.ref]);

  const sendAgain = async () => {
    const answer = await sendPhoneCode({ id });
    setFailure(answer.error && describeError(answer.error).message);
    setStatus(answer.data?.message ?? '');
    field.ref.current?.focus();
  };

  return (
    <Card as="section" aria-label="Change of number">
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <p>
          We have sent a code to <strong>{pendingPhone}</strong>. You sign in with your present number,{' '}
          <strong>{phone}</strong>, until you enter the code here.
        </p>
        <Field {...field} hint={`The ${CODE_DIGITS} digits sent to ${pendingPhone}.`} />
        <Button type="submit" busy={isProving} disabled={isBlocked}>
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
