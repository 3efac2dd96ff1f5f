import type { ReactNode } from 'react';
import styles from './Message.module.css';

export interface MessageProps {
  icon: ReactNode;
  /** The sentence. Wrap it in an `h1` if the page has no other. */
  children: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
}

/** An empty or error state: an icon, a sentence and a next step. */
export function Message({ icon, children, action }: MessageProps) {
  return (
    <div className={styles.message}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
