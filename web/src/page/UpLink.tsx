import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

/** The way up, at the top of a page that is reached from another. */
export const UpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.up}>
    <ArrowLeftIcon />
    {children}
  </Link>
);
