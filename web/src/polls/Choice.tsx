import type { ReactNode } from 'react';
import styles from './Choice.module.css';

export interface ChoiceProps {
  /** The name of the radio group; a checkbox needs none. */
  name?: string;
  type?: 'radio' | 'checkbox';
  checked: boolean;
  onChange: () => void;
  /** One of five in a row, with its content above the control. */
  tile?: boolean;
  /** The id of the element that describes it. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/** One large choice; its whole area can be tapped. */
export function Choice({ name, type = 'radio', checked, onChange, tile = false, describedBy, children }: ChoiceProps) {
  return (
    <label className={tile ? `${styles.choice} ${styles.tile}` : styles.choice}>
      <input
        type={type}
        name={name}
        checked={checked}
        onChange={onChange}
        aria-describedby={describedBy}
        className={styles.input}
      />
      {children}
    </label>
  );
}
