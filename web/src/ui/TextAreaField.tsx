import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { FieldError } from './FieldError.tsx';

export interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string;
  error?: string | undefined;
  /** One line of help, always visible. */
  hint?: string;
}

/** A field for several lines of text, with its label above and its error below. */
export function TextAreaField({ label, error, hint, id, ...textarea }: TextAreaFieldProps) {
  const own = useId();
  const areaId = id ?? own;
  return (
    <div className={styles.field}>
      <label htmlFor={areaId} className={styles.label}>
        {label}
      </label>
      <textarea
        {...textarea}
        id={areaId}
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
