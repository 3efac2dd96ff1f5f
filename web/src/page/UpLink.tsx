import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

interface UpLinkProps {
  to: string;
  children: ReactNode;
}

/** A link to the parent page, at the top of a page. */
export const UpLink = ({ to, children }: UpLinkProps) => (
  <Link to={to} className={styles.up}>
    <ArrowLeftIcon />
    {children}
  </Link>
);

/** Goes one step back within the app, or up if the page was opened from outside. For pages that several link to. */
export function BackLink({ to, children }: UpLinkProps) {
  const navigate = useNavigate();
  const canGoBack = hasEntryBefore();
  const goBack = (event: MouseEvent) => {
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Link to={to} onClick={canGoBack ? goBack : undefined} className={styles.up}>
      <ArrowLeftIcon />
      {canGoBack ? 'Back' : children}
    </Link>
  );
}

// The router stores the index of the entry there, which survives a reload. The build has no history.
const hasEntryBefore = (): boolean => Object(globalThis.history?.state).idx > 0;
