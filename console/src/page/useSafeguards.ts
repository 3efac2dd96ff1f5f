import type { Safeguards } from '@companion/contract/staff/safeguards';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer, shownAnswer } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';

/** A change of the safeguards changes what the stage shows. */
const LIVE: StaffLiveFrame[] = ['screen'];

/** What protects the counts of the event, up to date, and how to change it. */
export function useSafeguards() {
  const safeguards = useStaffQuery('getSafeguards', {}, { live: LIVE }).data?.results;
  const { send, isSending } = useStaffMutation('changeSafeguards', ['getSafeguards'], {
    show: (answer) => showAnswer('getSafeguards', {}, () => answer),
    conflict: 'Another member has changed this. You see its current state.',
  });
  return {
    safeguards,
    isChanging: isSending,
    changeSafeguards: async (change: Partial<Omit<Safeguards, 'version'>>, done?: string) => {
      // What the change before has left; the screen may show it a moment later.
      const newest = shownAnswer('getSafeguards', {})?.results;
      return newest && send({ ...change, version: newest.version }, done);
    },
  };
}
