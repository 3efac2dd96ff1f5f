import { SIGN_IN_MAILED } from '@companion/contract/session';
import { type ComponentProps, useState } from 'react';
import styles from './LoginPage.module.css';
import type { SentSignIn } from './loginState.ts';
import { SendAgain } from './SendAgain.tsx';
import { SmsCodeForm } from './SmsCodeForm.tsx';

/** §2: replaces the login form once a code or a link was sent. */
export const CheckMessages = ({ sent, ...again }: { sent: SentSignIn } & ComponentProps<typeof SendAgain>) =>
  sent.byMail ? <LinkMailed {...again} /> : <SmsCodeForm phone={sent.to} {...again} />;

/** Replaces the form when the phone cannot receive an SMS and a link was mailed: there is no code to enter. */
function LinkMailed({ onSendAgain, onOtherNumber }: ComponentProps<typeof SendAgain>) {
  const [failure, setFailure] = useState<string>();
  const sendAgain = async () => {
    const failed = await onSendAgain();
    setFailure(failed);
    return failed;
  };
  return (
    <div className={styles.form}>
      <h1>Check your messages</h1>
      <p role="status">{SIGN_IN_MAILED}</p>
      {failure && <p role="alert">{failure}</p>}
      <SendAgain onSendAgain={sendAgain} onOtherNumber={onOtherNumber} />
    </div>
  );
}
