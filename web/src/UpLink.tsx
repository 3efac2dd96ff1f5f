import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './UpLink.module.css';
import { ArrowLeftIcon } from './ui/icons.tsx';

/** The way up, at the top of a page that is reached from another. */
export const UpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.up}>
    <ArrowLeftIcon />
    {children}
  </Link>
);
