import type { MouseEvent } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './DraftNotice.module.css';

export interface DraftNoticeProps {
  /** The text of the notice: what has not been sent. */
  children: string;
  onDiscard: () => void;
}

/** Shows at the top of a form that was restored from a draft that it is not sent yet, and discards it. */
export function DraftNotice({ children, onDiscard }: DraftNoticeProps) {
  const discard = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onDiscard();
    // The focused button disappears with the notice.
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
