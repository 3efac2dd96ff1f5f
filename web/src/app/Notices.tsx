import { type ReactNode, useEffect, useState } from 'react';
import { AnnouncementNotice } from '../announcements/AnnouncementNotice.tsx';
import { HomeAnnouncements } from '../announcements/HomeAnnouncements.tsx';
import { useNoticeFocusKept } from '../page/useFocusKept.ts';
import { useKeptPush } from '../profile/useKeptPush.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { reloadUpdated, watchAppWorker } from './appWorker.ts';
import styles from './Notices.module.css';
import { StageNotice, useStageAction } from './StageNotice.tsx';
import { useInstallHint } from './useInstallHint.ts';
import { usePreparedLists } from './usePreparedLists.ts';

/**
 * What is on stage, what the organizer announces and, while nothing is on stage, what the app itself has to say, above the
 * bottom menu. The region is always in the page, so that screen readers announce a change.
 */
export function Notices() {
  const [hasUpdate, setHasUpdate] = useState(false);
  const hint = useInstallHint();
  const onStage = useStageAction();
  usePreparedLists();
  useKeptPush();
  useEffect(() => watchAppWorker(() => setHasUpdate(true)), []);
  return (
    <div role="status" className={styles.region}>
      <HomeAnnouncements />
      {/* First, because it is the most urgent, and so that the announcement stays in its place when it comes. */}
      {onStage && <StageNotice {...onStage} />}
      <AnnouncementNotice className={styles.notice} />
      {onStage ? undefined : hasUpdate ? (
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

interface NoticeProps {
  children: ReactNode;
  /** The label of the button that does it. */
  action: string;
  /** Without it the notice has no such button. */
  onAct: (() => Promise<void>) | undefined;
  /** The name of the button that closes the notice. */
  dismissal: string;
  onDismiss: () => void;
}

function Notice({ children, action, onAct, dismissal, onDismiss }: NoticeProps) {
  const [isBusy, setIsBusy] = useState(false);
  const element = useNoticeFocusKept();
  const act = () => {
    if (isBusy) return;
    setIsBusy(true);
    void onAct?.();
  };
  return (
    <div ref={element} className={styles.notice}>
      <p className={styles.text}>{children}</p>
      {onAct && (
        <Button variant="secondary" busy={isBusy} onClick={act}>
          {action}
        </Button>
      )}
      <IconButton aria-label={dismissal} onClick={onDismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
