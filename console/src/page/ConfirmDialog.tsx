import type { ButtonVariant } from '@companion/web/ui/buttonClass.ts';
import { type ReactNode, useId, useState } from 'react';
import { ActionButton, type ActionButtonProps } from './ActionButton.tsx';
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
  /** Then the dialog closes, unless it returns false. */
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks before something happens, such as what cannot be undone. Esc and Cancel close it. */
export function ConfirmDialog({ title, children, action, variant = 'danger', onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useModal(onClose);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    if ((await onConfirm()) === false) setBusy(false);
    else onClose();
  };
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
        <ActionButton variant={variant} busy={isBusy} onPress={() => void confirm()}>
          {action}
        </ActionButton>
      </div>
    </dialog>
  );
}

interface ConfirmButtonProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'action' | 'onConfirm'>,
    Pick<ActionButtonProps, 'variant' | 'size' | 'busy' | 'unavailable' | 'aria-label'> {
  /** Of the button; by default that of the dialog's. */
  label?: string;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, children, action, label = action, onConfirm, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton variant="secondary" {...button} onPress={() => setAsking(true)}>
        {label}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog title={title} action={action} onConfirm={onConfirm} onClose={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
