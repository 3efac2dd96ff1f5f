import { useEffect, useRef, useState } from 'react';
import styles from '../forms/FormPage.module.css';
import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';

export interface UnsentQuestionProps {
  count: number;
  onSend: () => Promise<void>;
  onDiscard: () => void;
  onCancel: () => void;
}

/** Asks what to do with unsent writes before signing out. */
export function UnsentQuestion({ count, onSend, onDiscard, onCancel }: UnsentQuestionProps) {
  const isOnline = useAppSelector(selectIsOnline);
  const [isSending, setIsSending] = useState(false);
  const [status, setStatus] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  const send = async () => {
    setIsSending(true);
    setStatus('');
    await onSend();
    setIsSending(false);
    setStatus('Not everything could be sent. Your profile lists what is left.');
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Sign out without sending?
        </h1>
        <p>
          {count === 1 ? 'One thing you did has' : `${count} things you did have`} not been sent. Signing out deletes{' '}
          {count === 1 ? 'it' : 'them'} from this phone.
        </p>
        {!isOnline && <p>You are offline. Once the connection is back, everything is sent automatically.</p>}
      </header>
      <div className={styles.form}>
        {isOnline && (
          <Button busy={isSending} disabled={isSending} onClick={send}>
            Send First
          </Button>
        )}
        <Button variant="danger" disabled={isSending} onClick={onDiscard}>
          Sign Out and Discard
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p role="status">{status}</p>
    </div>
  );
}
