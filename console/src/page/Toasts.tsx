import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '@companion/web/ui/icons.tsx';
import { closeToast, toasts } from '../api/toasts.ts';
import { RowButton } from './ActionButton.tsx';
import styles from './Toasts.module.css';

/** The toasts, in a live region that is always in the page, so that screen readers announce each. */
export const Toasts = () => (
  <div className={styles.toasts} role="status" aria-label="Notices">
    {toasts.use().map(({ id, kind, text, traceId, action }) => (
      <div key={id} className={`${styles.toast} ${styles[kind]}`}>
        {kind === 'done' ? <CheckIcon /> : <AlertIcon />}
        <p className="written">
          {text}
          {traceId && <small className={styles.trace}>Trace id {traceId}</small>}
        </p>
        {action && (
          <RowButton
            aria-keyshortcuts={action.key}
            onPress={() => {
              closeToast(id);
              action.run();
            }}
          >
            {action.label} {action.key && <kbd>{action.key}</kbd>}
          </RowButton>
        )}
        <IconButton aria-label={`Close: ${text}`} onClick={() => closeToast(id)}>
          <CloseIcon />
        </IconButton>
      </div>
    ))}
  </div>
);
