import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { FieldError } from './FieldError.tsx';

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** The error message; undefined if the value is valid. */
  error?: string | undefined;
  /** One line of help, always visible. */
  hint?: string;
}

/** A text field with its label above and its error below. Accepts the result of react-hook-form's `register(...)`. */
export function Field({ label, error, hint, id, className, ...input }: FieldProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={inputId} className={styles.label}>
        {label}
      </label>
      <input
        {...input}
        id={inputId}
        className={styles.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint ? `${own}-hint ${own}-error` : `${own}-error`}
      />
      {hint && (
        <p id={`${own}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${own}-error`} text={error} />
    </div>
  );
}
