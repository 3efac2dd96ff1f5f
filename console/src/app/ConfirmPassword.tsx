import { Field } from '@companion/web/ui/Field.tsx';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { answerConfirmation, isAskingToConfirm, watchConfirmation } from '../api/confirmation.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import styles from '../page/ConfirmDialog.module.css';
import { StaffForm } from '../page/StaffForm.tsx';

/** Asks for the password before what matters most, if it was entered longer ago than ten minutes. */
export const ConfirmPassword = () => (useSyncExternalStore(watchConfirmation, isAskingToConfirm) ? <Dialog /> : null);

function Dialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { send, isSending, failure } = useStaffMutation('confirmPassword', [], { showsFailure: true });
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async ({ password = '' }: Record<string, string>) => {
    if (await send({ body: { password } })) answerConfirmation(true);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="confirm-password"
      onClose={() => answerConfirmation(false)}
    >
      <h2 id="confirm-password">Please confirm that it is you</h2>
      <StaffForm action="Confirm" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={failure?.errors.password}
        />
      </StaffForm>
    </dialog>
  );
}
