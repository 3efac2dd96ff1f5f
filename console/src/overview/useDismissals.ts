import type { Flood } from '@companion/contract/staff/safeguards';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { showAnswer } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { countText } from '../page/countText.ts';

const showFloods = (answer: StaffAnswer<'getFloods'>) => showAnswer('getFloods', {}, () => answer);

/** Dismisses a flood, and counts it again. */
export function useDismissals() {
  const { send, isSending: isDismissing } = useStaffMutation('dismissFlood', ['getFloods'], { show: showFloods });
  const undoing = useStaffMutation('undoDismissal', ['getFloods'], { show: showFloods });
  const undo = (dismissalId: string) => undoing.send({ dismissalId }, 'Everything of these accounts counts again.');
  return {
    isSending: isDismissing || undoing.isSending,
    undo,
    /** Returns false after a failure. */
    dismiss: async ({ network, since, until }: Flood): Promise<boolean> => {
      const answer = await send({ network, since, until });
      const made = answer?.results.dismissals.find((one) => one.network === network && one.undoneAt === null);
      if (!made) return false;
      toastDone(`Everything of ${countText(made.accounts, 'account')} is dismissed.`, {
        label: 'Undo',
        run: () => void undo(made.id),
      });
      return true;
    },
  };
}
