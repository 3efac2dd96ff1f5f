import type { StaffMember } from '@companion/contract/staff/staffSession';
import { Field } from '@companion/web/ui/Field.tsx';
import { useSyncExternalStore } from 'react';
import { answerConfirmation, isAskingToConfirm, watchConfirmation } from '../api/confirmation.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import styles from '../page/ConfirmDialog.module.css';
import { passkeyProblem } from '../page/passkeyProblem.ts';
import { StaffForm } from '../page/StaffForm.tsx';
import { useModal } from '../page/useModal.ts';
import { enterConsole } from '../signin/enterConsole.ts';
import { PasskeyButton } from '../signin/PasskeyButton.tsx';

/** Asks for the password, or a passkey, before what matters most, if it was used longer ago than ten minutes. */
export const ConfirmPassword = () => (useSyncExternalStore(watchConfirmation, isAskingToConfirm) ? <Dialog /> : null);

function Dialog() {
  const dialog = useModal(() => answerConfirmation(false));
  const { send, isSending, failure } = useStaffMutation('confirmPassword', [], { showsFailure: true });
  const me = useStaffQuery('getStaffMe', {}).data?.results;
  const hasPasskeys = (useStaffQuery('getPasskeys', {}).data?.results.length ?? 0) > 0 && !passkeyProblem();
  const submit = async ({ password = '' }: Record<string, string>) => {
    if (await send({ body: { password } })) answerConfirmation(true);
  };
  const enter = (member: StaffMember) => {
    enterConsole(member);
    // The passkey of another member begins that member's session, in which nothing goes on.
    answerConfirmation(member.id === me?.id);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="confirm-password">
      <h2 id="confirm-password">Please confirm that it is you</h2>
      <div className={styles.form}>
        <StaffForm action="Confirm" failure={failure} isSending={isSending} onSubmit={submit}>
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={failure?.errors.password}
          />
        </StaffForm>
        {hasPasskeys && <PasskeyButton label="Use a passkey" onSignedIn={enter} />}
      </div>
    </dialog>
  );
}
