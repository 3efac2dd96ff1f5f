import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

interface BackLinkProps {
  /** Where it leads when the page was opened from outside the app. */
  to: string;
  children: ReactNode;
}

/** One step back within the app, at the top of a page that several pages lead to. */
export function BackLink({ to, children }: BackLinkProps) {
  const navigate = useNavigate();
  const isOpenedHere = hasEntryBefore();
  const goBack = (event: MouseEvent) => {
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Link to={to} onClick={isOpenedHere ? goBack : undefined} className={styles.up}>
      <ArrowLeftIcon />
      {isOpenedHere ? 'Back' : children}
    </Link>
  );
}

// The router counts its entries there, also across a reload.
const hasEntryBefore = (): boolean => Object(window.history.state).idx > 0;
