import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '@companion/web/ui/icons.tsx';
import { useSyncExternalStore } from 'react';
import { closeNotice, currentNotices, watchNotices } from '../api/notices.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './Notices.module.css';

/** The notices, in a live region that is always in the page, so that screen readers announce each. */
export function Notices() {
  const notices = useSyncExternalStore(watchNotices, currentNotices);
  return (
    <div className={styles.notices} role="status" aria-label="Notices">
      {notices.map(({ id, kind, text, traceId, action }) => (
        <div key={id} className={kind === 'done' ? styles.done : styles.problem}>
          {kind === 'done' ? <CheckIcon /> : <AlertIcon />}
          <p className="written">
            {text}
            {traceId && <small className={styles.trace}>Trace id {traceId}</small>}
          </p>
          {action && (
            <ActionButton
              variant="secondary"
              size="small"
              aria-keyshortcuts={action.key}
              onPress={() => {
                closeNotice(id);
                action.run();
              }}
            >
              {action.label} {action.key && <kbd>{action.key}</kbd>}
            </ActionButton>
          )}
          <IconButton aria-label={`Close: ${text}`} onClick={() => closeNotice(id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
