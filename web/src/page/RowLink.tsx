import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChevronRightIcon, PinIcon } from '../ui/icons.tsx';
import { originState } from './origin.ts';
import styles from './RowLink.module.css';
import { StartTime } from './StartTime.tsx';

export interface RowLinkProps {
  to: string;
  /** The name of the screen that shows it, to go back to. */
  from: string;
  /** Before the texts. */
  face?: ReactNode;
  /** The texts, one below the other. */
  children: ReactNode;
}

/** A row of a {@link RowList} that links to another screen. */
export const RowLink = ({ to, from, face, children }: RowLinkProps) => (
  <Link to={to} state={originState(from)} className={styles.row}>
    {face}
    <span className={styles.texts}>{children}</span>
    <ChevronRightIcon />
  </Link>
);

/** One box for all rows, with a line between them. */
export const RowList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
);

export interface RowTextsProps {
  /** When it begins, of a session. */
  start?: string | null | undefined;
  title: ReactNode;
  room?: ReactNode;
}

/** What a row is about: when, what and where. */
export const RowTexts = ({ start, title, room }: RowTextsProps) => (
  <>
    {start && <StartTime date={start} />}
    <span className={styles.title}>{title}</span>
    {room && (
      <span className={styles.room}>
        <PinIcon />
        <span>{room}</span>
      </span>
    )}
  </>
);
