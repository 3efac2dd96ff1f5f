import { type ReactNode, useState } from 'react';
import { useFocusKept } from '../page/useFocusKept.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './Notices.module.css';

export interface NoticeProps {
  children: ReactNode;
  /** The label of the button that does it. */
  action: string;
  /** Without it the notice has no such button. */
  onAct: (() => Promise<void>) | undefined;
  /** The name of the button that closes the notice. */
  dismissal: string;
  onDismiss: () => void;
}

export function Notice({ children, action, onAct, dismissal, onDismiss }: NoticeProps) {
  const [isBusy, setIsBusy] = useState(false);
  const shown = useFocusKept<HTMLDivElement>();
  const act = () => {
    if (isBusy) return;
    setIsBusy(true);
    void onAct?.();
  };
  return (
    <div ref={shown} className={styles.notice}>
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
