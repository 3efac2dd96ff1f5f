import type { ReactNode } from 'react';
import styles from './Filters.module.css';

/** The controls above a list, in a row: the search first, then what narrows or orders it. */
export const Filters = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>;
