import type { MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './UpLink.module.css';

interface UpLinkProps extends Pick<LinkProps, 'to'> {
  /** Whether the parent page is the entry before in the history. */
  goesBack?: boolean;
  children: ReactNode;
}

/** A link to the parent page, at the top of a page. Where it goes back, it finds that page as it was. */
export function UpLink({ to, goesBack = false, children }: UpLinkProps) {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Link to={to} onClick={goesBack ? goBack : undefined} className={styles.up}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
