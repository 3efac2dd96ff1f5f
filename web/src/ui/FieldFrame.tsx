import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { AlertIcon } from './icons.tsx';

export interface FieldTexts {
  label: string;
  /** The error message; undefined if the value is valid. */
  error?: string | undefined;
  /** One line of help, always visible. */
  hint?: string | undefined;
}

interface FieldFrameProps extends FieldTexts {
  className?: string | undefined;
  /** Renders the control with these attributes. */
  children: (control: object) => ReactNode;
}

/** A control with its label above, and its help and its error below. */
export function FieldFrame({ label, error, hint, className = '', children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hint ? `${id}-hint ${id}-error` : `${id}-error`,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

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
