import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { OfflineIcon } from '../ui/icons.tsx';
import styles from './OfflineBar.module.css';

/**
 * A notice that there is no network (decision 035). The region is always in the page, so that screen readers announce a
 * change.
 */
export function OfflineBar() {
  const isOnline = useAppSelector(selectIsOnline);
  return (
    <div role="status" className={styles.region}>
      {!isOnline && (
        <p className={styles.bar}>
          <OfflineIcon />
          You are offline. Some things may not work until the connection is back.
        </p>
      )}
    </div>
  );
}
