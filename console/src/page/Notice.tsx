import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  /** Its accessible name. */
  label: string;
  children: ReactNode;
  /** The buttons and links next to the text. */
  actions?: ReactNode;
}

/** Something that a member should know or decide, above what the screen is for. */
export const Notice = ({ label, children, actions }: NoticeProps) => (
  <aside className={styles.notice} aria-label={label}>
    <div className={styles.text}>{children}</div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </aside>
);
