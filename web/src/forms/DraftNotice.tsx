import type { MouseEvent } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './DraftNotice.module.css';

export interface DraftNoticeProps {
  /** What has not been sent. */
  children: string;
  onDiscard: () => void;
}

/** At the top of a form that opened with what was typed earlier: says that it is not sent, and discards it. */
export function DraftNotice({ children, onDiscard }: DraftNoticeProps) {
  const discard = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onDiscard();
    // The notice goes, and with it the button that has the focus.
    form?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
  return (
    <div className={styles.notice}>
      <p>{children}</p>
      <Button variant="secondary" onClick={discard}>
        Discard
      </Button>
    </div>
  );
}
