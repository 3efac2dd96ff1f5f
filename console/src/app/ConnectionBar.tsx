import { OfflineIcon } from '@companion/web/ui/icons.tsx';
import { isReachable } from '../api/reachability.ts';
import styles from './ConnectionBar.module.css';

/** While the server does not answer. The live region stays, so that it is announced. */
export const ConnectionBar = () => (
  <div role="status" aria-label="Connection">
    {!isReachable.use() && (
      <p className={styles.bar}>
        <OfflineIcon />
        No connection to the server. Trying again…
      </p>
    )}
  </div>
);
