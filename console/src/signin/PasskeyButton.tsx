import type { StaffMember } from '@companion/contract/staff/staffSession';
import { useState } from 'react';
import { loadPasskeys } from '../api/loadPasskeys.ts';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { passkeyProblem } from '../page/passkeyProblem.ts';
import { FormFailure } from '../page/StaffForm.tsx';

/** Signs in with a passkey, in the browser's own dialog. */
export function PasskeyButton({ label, onSignedIn }: { label: string; onSignedIn(member: StaffMember): void }) {
  const [{ isBusy, failure }, setState] = useState<{ isBusy: boolean; failure?: StaffFailure }>({ isBusy: false });
  const press = async () => {
    setState({ isBusy: true });
    try {
      const member = await (await loadPasskeys()).signInWithPasskey();
      setState({ isBusy: false });
      if (member) onSignedIn(member);
    } catch (error) {
      // Neither throws anything else.
      setState({ isBusy: false, failure: error as StaffFailure });
    }
  };
  return (
    <>
      <FormFailure failure={failure} />
      <ActionButton variant="secondary" busy={isBusy} unavailable={passkeyProblem()} onPress={() => void press()}>
        {label}
      </ActionButton>
    </>
  );
}
