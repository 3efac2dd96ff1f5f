import { type ReactNode, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { useKeptFocus } from './useKeptFocus.ts';
import { useModal } from './useModal.ts';

interface DialogProps {
  title: string;
  /** `wide`: for what is compared, or a picture. */
  size?: 'normal' | 'wide';
  /** Esc was pressed, or the dialog closed itself. */
  onClose(): void;
  /** @param close closes it, as Esc does */
  children(close: () => void): ReactNode;
}

/** What is asked or shown above everything else, under a heading that names it. */
export function Dialog({ title, size = 'normal', onClose, children }: DialogProps) {
  const dialog = useModal(onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  const id = useId();
  return (
    <dialog ref={dialog} className={`${styles.dialog} ${styles[size]}`} aria-labelledby={id} onFocus={keepFocus}>
      <h2 ref={heading} id={id} className="written">
        {title}
      </h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}

/** The text, or the fields, between the heading and the buttons. */
export const DialogText = ({ children }: { children: ReactNode }) => <div className={styles.text}>{children}</div>;

/** The buttons, the one that closes it first. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
