import type { ReactNode } from 'react';
import { RowButton } from './ActionButton.tsx';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  /** What is selected: its accessible name, and how many. */
  label: string;
  count: string;
  onClear(): void;
  /** The buttons that act on it. */
  children: ReactNode;
}

/** What can be done with the selected rows of a list: within reach of a thumb, above the menu. */
export const SelectionBar = ({ label, count, onClear, children }: SelectionBarProps) => (
  <section className={styles.bar} aria-label={label}>
    <p role="status">{count}</p>
    {children}
    <RowButton onPress={onClear}>Clear</RowButton>
  </section>
);
