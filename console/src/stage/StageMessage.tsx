import type { ReactNode } from 'react';
import styles from './StagePage.module.css';

/** One sentence in the middle of the screen. */
export const StageMessage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={styles.stage}>
    <div className={styles.middle}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  </main>
);
