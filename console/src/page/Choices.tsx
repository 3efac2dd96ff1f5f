import { useId } from 'react';
import styles from './Choices.module.css';

export interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: NoInfer<Value>;
  onChange(value: NoInfer<Value>): void;
}

/** One of few, as a row of radio buttons that looks like a switch. */
export function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        {options.map(([one, text]) => (
          <label key={one} className={styles.choice}>
            <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
