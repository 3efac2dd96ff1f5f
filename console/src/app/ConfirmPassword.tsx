import type { StaffMember } from '@companion/contract/staff/staffSession';
import { Field } from '@companion/web/ui/Field.tsx';
import { answerConfirmation, selectIsAskingToConfirm } from '../api/confirmation.ts';
import { enterSession } from '../api/enterSession.ts';
import { store, useStaffSelector } from '../api/store.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import styles from '../page/ConfirmDialog.module.css';
import { passkeyProblem } from '../page/passkeyProblem.ts';
import { StaffForm } from '../page/StaffForm.tsx';
import { useModal } from '../page/useModal.ts';
import { PasskeyButton } from '../signin/PasskeyButton.tsx';

/** Asks for the password, or a passkey, before what matters most, if it was used longer ago than ten minutes. */
export const ConfirmPassword = () => (useStaffSelector(selectIsAskingToConfirm) ? <Dialog /> : null);

function Dialog() {
  const answer = (isConfirmed: boolean) => store.dispatch(answerConfirmation(isConfirmed));
  const dialog = useModal(() => answer(false));
  const { send, isSending, failure } = useStaffMutation('confirmPassword', [], { showsFailure: true });
  const me = useStaffQuery('getStaffMe', {}).data?.results;
  const hasPasskeys = (useStaffQuery('getPasskeys', {}).data?.results.length ?? 0) > 0 && !passkeyProblem();
  const submit = async ({ password = '' }: Record<string, string>) => {
    if (await send({ password })) answer(true);
  };
  const enter = (member: StaffMember) => {
    enterSession(member);
    // The passkey of another member begins that member's session, in which nothing goes on.
    answer(member.id === me?.id);
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
