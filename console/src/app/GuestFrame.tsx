import { Card } from '@companion/web/ui/Card.tsx';
import type { ReactNode } from 'react';
import { Brand } from './Brand.tsx';
import styles from './GuestFrame.module.css';

/** The frame of a screen that needs no session. */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <main className={styles.frame}>
    <Brand />
    <Card className={styles.card}>{children}</Card>
  </main>
);
