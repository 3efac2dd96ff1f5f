import { type NetworkState, selectNetworkState } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { OfflineIcon } from '../ui/icons.tsx';
import styles from './OfflineBar.module.css';

const TEXTS: Record<NetworkState, string | undefined> = {
  online: undefined,
  offline: 'You are offline. Some things may not work until the connection is back.',
  unreachable: 'The summit cannot be reached. If this Wi-Fi asks you to sign in, do that first.',
};

/**
 * A notice that there is no network (decision 035), or none that leads to the server (decision 043). The region is always in the page, so that screen readers announce a
 * change.
 */
export function OfflineBar() {
  const text = TEXTS[useAppSelector(selectNetworkState)];
  return (
    <div role="status" className={styles.region}>
      {text && (
        <p className={styles.bar}>
          <OfflineIcon />
          {text}
        </p>
      )}
    </div>
  );
}
