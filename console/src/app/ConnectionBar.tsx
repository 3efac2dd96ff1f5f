import { OfflineIcon } from '@companion/web/ui/icons.tsx';
import { useSyncExternalStore } from 'react';
import { isConnectionLost, watchConnection } from '../api/connection.ts';
import styles from './ConnectionBar.module.css';

/** While the server does not answer. The live region stays, so that it is announced. */
export function ConnectionBar() {
  const isLost = useSyncExternalStore(watchConnection, isConnectionLost);
  return (
    <div role="status" aria-label="Connection">
      {isLost && (
        <p className={styles.bar}>
          <OfflineIcon />
          No connection to the server. Trying again…
        </p>
      )}
    </div>
  );
}
