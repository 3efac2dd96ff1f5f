import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

interface UpLinkProps extends Pick<LinkProps, 'to' | 'onClick'> {
  children: ReactNode;
}

/** A link to the parent page, at the top of a page. */
export const UpLink = ({ children, ...link }: UpLinkProps) => (
  <Link {...link} className={styles.up}>
    <ArrowLeftIcon />
    {children}
  </Link>
);
