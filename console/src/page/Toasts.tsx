import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { AlertIcon, CheckIcon, CloseIcon } from '@companion/web/ui/icons.tsx';
import { useStaffSelector } from '../api/store.ts';
import { selectToasts } from '../api/toastSlice.ts';
import { closeToast, runToastAction } from '../api/toasts.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './Toasts.module.css';

/** The toasts, in a live region that is always in the page, so that screen readers announce each. */
export function Toasts() {
  const toasts = useStaffSelector(selectToasts);
  return (
    <div className={styles.toasts} role="status" aria-label="Notices">
      {toasts.map(({ id, kind, text, traceId, action }) => (
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
              onPress={() => runToastAction(id)}
            >
              {action.label} {action.key && <kbd>{action.key}</kbd>}
            </ActionButton>
          )}
          <IconButton aria-label={`Close: ${text}`} onClick={() => closeToast(id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
