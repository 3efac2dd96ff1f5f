import { useEffect, useState } from 'react';
import { reloadUpdated, watchAppWorker } from './appWorker.ts';
import { Notice } from './Notice.tsx';
import styles from './Notices.module.css';
import { StageNotice, useStageAction } from './StageNotice.tsx';
import { useFormattedTimes } from './useFormattedTimes.ts';
import { useInstallHint } from './useInstallHint.ts';
import { usePrefetchedPictures } from './usePrefetchedPictures.ts';

/**
 * What is on stage, or what the app itself has to say, above the bottom menu. The region is always in the page, so that screen readers
 * announce a change.
 */
export function Notices() {
  const [hasUpdate, setHasUpdate] = useState(false);
  const hint = useInstallHint();
  const onStage = useStageAction();
  usePrefetchedPictures();
  useFormattedTimes();
  useEffect(() => watchAppWorker(() => setHasUpdate(true)), []);
  return (
    <div role="status" className={styles.region}>
      {onStage ? (
        <StageNotice {...onStage} />
      ) : hasUpdate ? (
        <Notice
          key="update"
          action="Reload"
          onAct={reloadUpdated}
          dismissal="Later"
          onDismiss={() => setHasUpdate(false)}
        >
          A new version is ready.
        </Notice>
      ) : (
        hint.isShown && (
          <Notice key="install" action="Install" onAct={hint.install} dismissal="Not now" onDismiss={hint.dismiss}>
            {hint.install
              ? 'Install this app: it opens at once, and without a network.'
              : 'Keep this app at hand: tap Share, then Add to Home Screen.'}
          </Notice>
        )
      )}
    </div>
  );
}
