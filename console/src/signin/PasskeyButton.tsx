import type { StaffMember } from '@companion/contract/staff/staffSession';
import { ActionButton } from '../page/ActionButton.tsx';
import { loadPasskeys, passkeyProblem } from '../page/loadPasskeys.ts';
import { FormFailure, useAttempt } from '../page/StaffForm.tsx';

/** Signs in with a passkey, in the browser's own dialog. */
export function PasskeyButton({ onSignedIn }: { onSignedIn(member: StaffMember): void }) {
  const { attempt, isBusy, failure } = useAttempt();
  const signIn = async () => {
    const { signInWithPasskey } = await loadPasskeys();
    const member = await signInWithPasskey();
    if (member) onSignedIn(member);
  };
  return (
    <>
      <FormFailure failure={failure} />
      <ActionButton
        variant="secondary"
        busy={isBusy}
        unavailable={passkeyProblem()}
        onPress={() => void attempt(signIn)}
      >
        Use a passkey
      </ActionButton>
    </>
  );
}
