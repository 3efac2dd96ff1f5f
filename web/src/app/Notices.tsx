import { useEffect, useState } from 'react';
import { reloadUpdated, watchAppWorker } from './appWorker.ts';
import { Notice } from './Notice.tsx';
import styles from './Notices.module.css';
import { usePrefetchedPictures } from './usePrefetchedPictures.ts';

/**
 * What the app itself has to say, above the bottom menu. The region is always in the page, so that screen readers
 * announce a change.
 */
export function Notices() {
  const [hasUpdate, setHasUpdate] = useState(false);
  usePrefetchedPictures();
  useEffect(() => watchAppWorker(() => setHasUpdate(true)), []);
  return (
    <div role="status" className={styles.region}>
      {hasUpdate && (
        <Notice action="Reload" onAct={reloadUpdated} dismissal="Later" onDismiss={() => setHasUpdate(false)}>
          A new version is ready.
        </Notice>
      )}
    </div>
  );
}
