import type { StaffMember } from '@companion/contract/staff/staffSession';
import { answerConfirmation, confirmations } from '../api/confirmation.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Dialog, DialogText } from '../page/Dialog.tsx';
import { passkeyProblem } from '../page/loadPasskeys.ts';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { PasskeyButton } from '../signin/PasskeyButton.tsx';

/**
 * Asks for the password, or a passkey, before what matters most, if it was used longer ago than ten minutes; for the
 * second factor, too, before a change of how someone signs in.
 */
export const ConfirmPassword = () => (confirmations.use().length > 0 ? <ConfirmDialog /> : null);

function ConfirmDialog() {
  const me = useStaffQuery('getStaffMe', {}).data?.results;
  const factors = useStaffQuery('getSecondFactor', {}).data?.results;
  const needsFactor = confirmations.use().some(({ needs }) => needs === 'factor');
  const hasPasskeys = (factors?.passkeys ?? 0) > 0;
  const submit = async ({ password = '', code }: Record<string, string>) => {
    await sendStaffCall('confirmPassword', { password, code });
    answerConfirmation(true);
  };
  const enter = (member: StaffMember) => {
    enterSession(member);
    // The passkey of another member begins that member's session, in which nothing goes on.
    answerConfirmation(member.id === me?.id);
  };
  return (
    <Dialog title="Please confirm that it is you" onClose={() => answerConfirmation(false)}>
      {(close) => (
        <DialogText>
          {(!needsFactor || factors?.isEnabled) && (
            <StaffForm action="Confirm" onSubmit={submit}>
              <FormField label="Your password" name="password" type="password" autoComplete="current-password" />
              {needsFactor && (
                <FormField label="Code of the app, or a recovery code" name="code" autoComplete="one-time-code" />
              )}
            </StaffForm>
          )}
          {needsFactor && factors?.isEnabled === false && (
            <p>
              This needs a passkey of yours. If none is at hand, sign out, and sign in with your password and a code
              that we mail you.
            </p>
          )}
          {hasPasskeys && (needsFactor || !passkeyProblem()) && <PasskeyButton onSignedIn={enter} />}
          <ActionButton variant="secondary" onPress={close}>
            Cancel
          </ActionButton>
        </DialogText>
      )}
    </Dialog>
  );
}
