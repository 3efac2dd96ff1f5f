import type { ReactNode } from 'react';
import { RowButton } from './ActionButton.tsx';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** How many are selected. */
  count: string;
  onClear(): void;
  /** The buttons that act on it. */
  children: ReactNode;
}

/** What can be done with the selected questions of a list: within reach of a thumb, above the menu. */
export const SelectionBar = ({ count, onClear, children }: SelectionBarProps) => (
  <section className={styles.bar} aria-label="Selected questions">
    <p role="status">{count}</p>
    {children}
    <RowButton onPress={onClear}>Clear</RowButton>
  </section>
);
