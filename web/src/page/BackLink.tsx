import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

interface BackLinkProps {
  /** The target if the page was opened from outside the app. */
  to: string;
  children: ReactNode;
}

/** Goes one step back within the app. For the top of a page that several pages link to. */
export function BackLink({ to, children }: BackLinkProps) {
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
