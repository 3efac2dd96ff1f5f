import styles from './Field.module.css';
import { AlertIcon } from './icons.tsx';

/**
 * The error message below a control. Always in the page, even if empty, so that screen readers announce changes and the
 * layout does not shift.
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
