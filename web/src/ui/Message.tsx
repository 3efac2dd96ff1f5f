import type { ReactNode } from 'react';
import styles from './Message.module.css';

export interface MessageProps {
  icon: ReactNode;
  /** The sentence; wrap it in an `h1` where the page has no other. */
  children: ReactNode;
  /** One way on. */
  action?: ReactNode;
}

/** An empty or error state: an icon, a sentence, one way on. */
export function Message({ icon, children, action }: MessageProps) {
  return (
    <div className={styles.message}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
