import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '@companion/web/ui/icons.tsx';
import { useSyncExternalStore } from 'react';
import { closeNotice, currentNotices, watchNotices } from '../api/notices.ts';
import styles from './Notices.module.css';

/** The notices, in a live region that is always in the page, so that screen readers announce each. */
export function Notices() {
  const notices = useSyncExternalStore(watchNotices, currentNotices);
  return (
    <div className={styles.notices} role="status" aria-label="Notices">
      {notices.map(({ id, kind, text, traceId }) => (
        <div key={id} className={kind === 'done' ? styles.done : styles.problem}>
          {kind === 'done' ? <CheckIcon /> : <AlertIcon />}
          <p className="written">
            {text}
            {traceId && <small className={styles.trace}>Trace id {traceId}</small>}
          </p>
          <IconButton aria-label={`Close: ${text}`} onClick={() => closeNotice(id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
