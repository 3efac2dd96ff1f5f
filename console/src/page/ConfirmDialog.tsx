import type { ButtonVariant } from '@companion/web/ui/buttonClass.ts';
import { type ReactNode, useId } from 'react';
import { ActionButton } from './ActionButton.tsx';
import styles from './ConfirmDialog.module.css';
import { useModal } from './useModal.ts';

interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The label of the button that does it. */
  action: string;
  /** Of that button: red by default. */
  variant?: ButtonVariant;
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something happens, such as what cannot be undone. Esc and Cancel close it. */
export function ConfirmDialog({
  title,
  children,
  action,
  variant = 'danger',
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useModal(onClose);
  const id = useId();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      <h2 id={id} className="written">
        {title}
      </h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <ActionButton variant="secondary" onPress={() => dialog.current?.close()}>
          Cancel
        </ActionButton>
        <ActionButton variant={variant} busy={busy ?? false} onPress={onConfirm}>
          {action}
        </ActionButton>
      </div>
    </dialog>
  );
}
