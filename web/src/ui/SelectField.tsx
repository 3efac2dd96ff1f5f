import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import { ChevronDownIcon } from './icons.tsx';

export interface SelectFieldProps extends ComponentProps<'select'>, Omit<FieldTexts, 'hint'> {
  /** The options: a text, which is its value too, or a value and its text. */
  options: readonly (string | readonly [value: string, text: string])[];
  /** The text of the empty first option. */
  placeholder?: string;
}

/** The platform's own select. */
export const SelectField = ({ label, error, options, placeholder = 'Choose one', ...select }: SelectFieldProps) => (
  <FieldFrame label={label} error={error}>
    {(control) => (
      <div className={styles.select}>
        <select {...select} {...control}>
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
    )}
  </FieldFrame>
);
