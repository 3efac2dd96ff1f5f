import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './LoginPage.module.css';

interface SendAgainProps {
  /** Resolves with an error message, or undefined. */
  onSendAgain: () => Promise<string | undefined>;
  onOtherNumber: () => void;
}

/** Buttons for an attendee who has received no message. */
export function SendAgain({ onSendAgain, onOtherNumber }: SendAgainProps) {
  const [isSending, setIsSending] = useState(false);
  const [isSentAgain, setIsSentAgain] = useState(false);
  const sendAgain = async () => {
    setIsSending(true);
    const failure = await onSendAgain();
    setIsSending(false);
    setIsSentAgain(failure === undefined);
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
