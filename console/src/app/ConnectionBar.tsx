import { OfflineIcon } from '@companion/web/ui/icons.tsx';
import { selectIsReachable } from '../api/networkSlice.ts';
import { useStaffSelector } from '../api/store.ts';
import styles from './ConnectionBar.module.css';

/** While the server does not answer. The live region stays, so that it is announced. */
export function ConnectionBar() {
  const isReachable = useStaffSelector(selectIsReachable);
  return (
    <div role="status" aria-label="Connection">
      {!isReachable && (
        <p className={styles.bar}>
          <OfflineIcon />
          No connection to the server. Trying again…
        </p>
      )}
    </div>
  );
}
