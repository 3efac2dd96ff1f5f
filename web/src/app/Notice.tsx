import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './Notices.module.css';

export interface NoticeProps {
  children: ReactNode;
  /** The label of the button that does it; none if the notice only says something. */
  action?: string;
  onAct?: () => Promise<void>;
  /** The label of the button that closes the notice. */
  dismissal: string;
  onDismiss: () => void;
}

export function Notice({ children, action, onAct, dismissal, onDismiss }: NoticeProps) {
  const [isBusy, setIsBusy] = useState(false);
  const act = () => {
    if (isBusy) return;
    setIsBusy(true);
    void onAct?.();
  };
  return (
    <div className={styles.notice}>
      <p className={styles.text}>{children}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={onDismiss}>
          {dismissal}
        </Button>
        {action && (
          <Button busy={isBusy} onClick={act}>
            {action}
          </Button>
        )}
      </div>
    </div>
  );
}
