import { SIGN_IN_MAILED } from '@companion/contract/session';
import { type ComponentProps, useState } from 'react';
import styles from './LoginPage.module.css';
import { SendAgain } from './SendAgain.tsx';

/** Replaces the form when the phone cannot receive an SMS and a link was mailed: there is no code to enter. */
export function LinkMailed({ onSendAgain, onOtherNumber }: ComponentProps<typeof SendAgain>) {
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
