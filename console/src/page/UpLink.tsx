import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './UpLink.module.css';

/** The link above a heading to the list that the screen is from. */
export const UpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <p className={styles.up}>
    <Link to={to}>{children}</Link>
  </p>
);
