import type { StaffMember } from '@companion/contract/staff/staffSession';
import { answerConfirmation, confirmations } from '../api/confirmation.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import styles from '../page/ConfirmDialog.module.css';
import { passkeyProblem } from '../page/loadPasskeys.ts';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { useModal } from '../page/useModal.ts';
import { PasskeyButton } from '../signin/PasskeyButton.tsx';

/** Asks for the password, or a passkey, before what matters most, if it was used longer ago than ten minutes. */
export const ConfirmPassword = () => (confirmations.use().length > 0 ? <Dialog /> : null);

function Dialog() {
  const dialog = useModal(() => answerConfirmation(false));
  const me = useStaffQuery('getStaffMe', {}).data?.results;
  const hasPasskeys = (useStaffQuery('getPasskeys', {}).data?.results.length ?? 0) > 0 && !passkeyProblem();
  const submit = async ({ password = '' }: Record<string, string>) => {
    await sendStaffCall('confirmPassword', { password });
    answerConfirmation(true);
  };
  const enter = (member: StaffMember) => {
    enterSession(member);
    // The passkey of another member begins that member's session, in which nothing goes on.
    answerConfirmation(member.id === me?.id);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="confirm-password">
      <h2 id="confirm-password">Please confirm that it is you</h2>
      <div className={styles.form}>
        <StaffForm action="Confirm" onSubmit={submit}>
          <FormField label="Your password" name="password" type="password" autoComplete="current-password" />
        </StaffForm>
        {hasPasskeys && <PasskeyButton label="Use a passkey" onSignedIn={enter} />}
      </div>
    </dialog>
  );
}
