import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** A short state in words; the tone repeats what the word says. */
export const Badge = ({ tone = 'plain', children }: { tone?: 'plain' | 'go' | 'stage'; children: ReactNode }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
);
