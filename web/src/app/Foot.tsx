import type { ReactNode } from 'react';
import styles from './Foot.module.css';
import { OfflineBar } from './OfflineBar.tsx';

/** What the app has to say above the bottom menu: that there is no network, and `children`. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <div className={styles.foot}>
    {children}
    <OfflineBar />
  </div>
);
