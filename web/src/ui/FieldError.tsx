import styles from './Field.module.css';
import { AlertIcon } from './icons.tsx';

/**
 * The message under a control. It is always in the page, empty or not: only then does a screen reader
 * announce what appears in it, and nothing below moves.
 */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={styles.error} aria-live="polite">
      {text && (
        <>
          <AlertIcon />
          {text}
        </>
      )}
    </p>
  );
}
