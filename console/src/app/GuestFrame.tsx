import { Card } from '@companion/web/ui/Card.tsx';
import type { ReactNode } from 'react';
import styles from './GuestFrame.module.css';

/** The frame of a screen that needs no session. */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <main className={styles.frame}>
    <Brand />
    <Card className={styles.card}>{children}</Card>
  </main>
);

/** The name of the console, with the app's mark. */
export const Brand = () => (
  <p className={styles.brand}>
    <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M5 8C17 8 18 20 27 20" />
      <path d="M5 32C17 32 18 20 30 20H40" />
    </svg>
    <span>
      Summit <b>console</b>
    </span>
  </p>
);
