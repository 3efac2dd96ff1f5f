import type { ButtonVariant } from '@companion/web/ui/buttonClass.ts';
import { type ReactNode, useState } from 'react';
import { ActionButton, type ActionButtonProps } from './ActionButton.tsx';
import { Dialog, DialogActions, DialogText } from './Dialog.tsx';

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
  /** *Cancel* was pressed, before it closes. */
  onCancel?: () => void;
}

/** Asks before something happens, such as what cannot be undone. Esc and Cancel close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, variant = 'danger', onConfirm, onClose, onCancel } = props;
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    if ((await onConfirm()) === false) setBusy(false);
    else onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          <DialogText>{children}</DialogText>
          <DialogActions>
            <ActionButton
              variant="secondary"
              onPress={() => {
                onCancel?.();
                close();
              }}
            >
              Cancel
            </ActionButton>
            <ActionButton variant={variant} busy={isBusy} onPress={() => void confirm()}>
              {action}
            </ActionButton>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface ConfirmButtonProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'action' | 'onConfirm'>,
    Pick<ActionButtonProps, 'variant' | 'size' | 'busy' | 'unavailable' | 'aria-label'> {
  /** Of the button; by default that of the dialog's. */
  label?: string;
  /** Of the button in the dialog: red by default, for what is lost. */
  confirmVariant?: ButtonVariant;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { title, children, action, label = action, confirmVariant, onConfirm, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton variant="secondary" {...button} onPress={() => setAsking(true)}>
        {label}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          {...{ title, action, onConfirm }}
          {...(confirmVariant && { variant: confirmVariant })}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
