import { useId, useState } from 'react';
import styles from './TraceMessage.module.css';

/** §8: an error message that copies its trace id when clicked, for a support request. */
export function TraceMessage({ message, traceId }: { message: string; traceId: string }) {
  const [tip, setTip] = useState('Click To Copy The Error Id');
  const tipId = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(traceId);
      setTip('Copied');
    } catch {
      // The clipboard needs TLS and permission. Without it, show the id.
      setTip(`Error id: ${traceId}`);
    }
  };
  return (
    <>
      <button type="button" className={styles.message} aria-describedby={tipId} onClick={copy}>
        {message}
      </button>
      <span role="tooltip" id={tipId} className={styles.tip}>
        {tip}
      </span>
    </>
  );
}
