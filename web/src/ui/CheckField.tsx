import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { FieldError } from './FieldError.tsx';

export interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** May contain links. */
  label: ReactNode;
  error?: string | undefined;
}

/** A checkbox; its whole label can be tapped. */
export function CheckField({ label, error, id, ...input }: CheckFieldProps) {
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={styles.field}>
      <label htmlFor={inputId} className={styles.check}>
        <input
          {...input}
          type="checkbox"
          id={inputId}
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${own}-error`}
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${own}-error`} text={error} />
    </div>
  );
}
