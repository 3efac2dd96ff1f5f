import { CODE_DIGITS } from '@companion/contract/constants';
import { SIGN_IN_MAILED, SIGN_IN_TEXTED } from '@companion/contract/session';
import { useState } from 'react';
import { useSmsLoginMutation } from '../api/sessionApi.ts';
import { useSmsCode } from '../forms/useSmsCode.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FocusedHeading } from '../ui/FocusedHeading.tsx';
import styles from './LoginPage.module.css';
import type { SentSignIn } from './loginState.ts';

interface AgainProps {
  /** Resolves with an error message, or undefined. */
  onSendAgain: () => Promise<string | undefined>;
  onOtherNumber: () => void;
}

/** §2: replaces the login form once a code or a link was sent. */
export function CheckMessages({ sent, ...again }: { sent: SentSignIn } & AgainProps) {
  return sent.byMail ? <LinkMailed {...again} /> : <SmsCodeForm phone={sent.to} {...again} />;
}

/** Replaces the form when the phone cannot receive an SMS and a link was mailed: there is no code to enter. */
function LinkMailed({ onSendAgain, onOtherNumber }: AgainProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <div className={styles.form}>
      <FocusedHeading>Check your messages</FocusedHeading>
      <p role="status">{SIGN_IN_MAILED}</p>
      {failure && <p role="alert">{failure}</p>}
      <SendAgain onSendAgain={onSendAgain} onAnswer={setFailure} onOtherNumber={onOtherNumber} />
    </div>
  );
}

/** A field for the code (decision 031). */
function SmsCodeForm({ phone, onSendAgain, onOtherNumber }: AgainProps & { phone: string }) {
  const [smsLogin] = useSmsLoginMutation();
  // On success the login page redirects.
  const { isSending, isBlocked, setFailure, onSubmit, field } = useSmsCode(phone, (code) => smsLogin({ phone, code }));

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h1>Check your messages</h1>
      <p role="status">{SIGN_IN_TEXTED}</p>
      <Field
        {...field}
        hint={`The ${CODE_DIGITS} digits sent to ${phone}, or tap the link in the message.`}
        className={styles.code}
      />
      <Button type="submit" busy={isSending} disabled={isBlocked}>
        Sign In
      </Button>
      <SendAgain onSendAgain={onSendAgain} onAnswer={setFailure} onOtherNumber={onOtherNumber} />
    </form>
  );
}

interface SendAgainProps extends AgainProps {
  onAnswer: (failure: string | undefined) => void;
}

/** Buttons for an attendee who has received no message. */
function SendAgain({ onSendAgain, onAnswer, onOtherNumber }: SendAgainProps) {
  const [isSending, setIsSending] = useState(false);
  const [isSentAgain, setIsSentAgain] = useState(false);
  const sendAgain = async () => {
    setIsSending(true);
    // Screen readers announce only what changes.
    setIsSentAgain(false);
    const failure = await onSendAgain();
    setIsSending(false);
    setIsSentAgain(failure === undefined);
    onAnswer(failure);
  };
  return (
    <>
      <div className={styles.others}>
        <Button variant="secondary" busy={isSending} disabled={isSending} onClick={sendAgain}>
          Send again
        </Button>
        <Button variant="secondary" onClick={onOtherNumber}>
          Change number
        </Button>
      </div>
      <p role="status" className={styles.footer}>
        {isSentAgain && 'If no message comes within a minute, send again or check the number.'}
      </p>
    </>
  );
}
