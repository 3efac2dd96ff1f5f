import { useStaffMutation } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';

/** After another password or an authenticator app: offers to remove the passkeys, which need neither. */
export function PasskeysOffer({ onClose }: { onClose(): void }) {
  const count = useStaffQuery('getSecondFactor', {}).data?.results.passkeys ?? 0;
  const remove = useStaffMutation('removeAllPasskeys', ['getPasskeys', 'getSecondFactor', 'getStaffSessions']);
  if (count === 0) return null;
  return (
    <ConfirmDialog
      title={`Remove your ${countText(count, 'passkey')}, too?`}
      action="Remove all"
      onConfirm={() => remove.send({}, 'Your passkeys are removed.')}
      onClose={onClose}
    >
      <p>
        A passkey signs in without your password and without a code. Whoever knew your password may have added one. Keep
        them only if you know each of them.
      </p>
    </ConfirmDialog>
  );
}
