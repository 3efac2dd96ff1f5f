import { useId, useState } from 'react';
import styles from './TraceMessage.module.css';

/** §8: an error whose id can be copied, for whoever is asked for help. */
export function TraceMessage({ message, traceId }: { message: string; traceId: string }) {
  const [tip, setTip] = useState('Click To Copy The Error Id');
  const tipId = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(traceId);
      setTip('Copied');
    } catch {
      // No clipboard without TLS or permission: then the id is there to read.
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
