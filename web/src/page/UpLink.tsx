import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

/** A link to the parent page, at the top of a page. */
export const UpLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.up}>
    <ArrowLeftIcon />
    {children}
  </Link>
);
