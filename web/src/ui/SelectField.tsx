import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { FieldError } from './FieldError.tsx';
import { ChevronDownIcon } from './icons.tsx';

export interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  error?: string | undefined;
  /** The options: a text, which is its value too, or a value and its text. */
  options: readonly (string | readonly [value: string, text: string])[];
  /** The text of the empty first option. */
  placeholder?: string;
}

/** The platform's own select, with its label above and its error below. */
export function SelectField({ label, error, options, placeholder = 'Choose one', id, ...select }: SelectFieldProps) {
  const own = useId();
  const selectId = id ?? own;
  return (
    <div className={styles.field}>
      <label htmlFor={selectId} className={styles.label}>
        {label}
      </label>
      <div className={styles.select}>
        <select
          {...select}
          id={selectId}
          className={styles.control}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${own}-error`}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => {
            const [value, text] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
        <span className={styles.arrow}>
          <ChevronDownIcon />
        </span>
      </div>
      <FieldError id={`${own}-error`} text={error} />
    </div>
  );
}
