import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { useState } from 'react';
import { noteFailure, refresh } from './queryCache.ts';
import type { StaffFailure } from './StaffFailure.ts';
import { type StaffAnswer, type StaffGiven, sendStaffCall } from './sendStaffCall.ts';
import { toastProblem } from './toasts.ts';

export interface StaffMutation<Name extends StaffCallName> {
  /** Returns the answer, or undefined after a failure. */
  send(given: StaffGiven<Name>): Promise<StaffAnswer<Name> | undefined>;
  isSending: boolean;
  failure: StaffFailure | undefined;
}

/**
 * A staff call that changes something.
 * @param refreshes the calls whose answers it changes, also when it fails: another member may have been first
 * @param options `showsFailure`: the form shows a failure; else there is a toast
 */
export function useStaffMutation<Name extends StaffCallName>(
  name: Name,
  refreshes: StaffCallName[] = [],
  { showsFailure = false }: { showsFailure?: boolean } = {},
): StaffMutation<Name> {
  const [state, setState] = useState<{ isSending: boolean; failure?: StaffFailure }>({ isSending: false });
  return {
    isSending: state.isSending,
    failure: state.failure,
    send: async (given) => {
      setState({ isSending: true });
      try {
        const answer = await sendStaffCall(name, given);
        setState({ isSending: false });
        return answer;
      } catch (error) {
        // sendStaffCall throws nothing else.
        const failure = error as StaffFailure;
        setState({ isSending: false, failure });
        noteFailure(failure);
        // The dialog was closed.
        if (!showsFailure && failure.code !== 'confirm') toastProblem(failure.message, failure.traceId);
        return undefined;
      } finally {
        refresh(...refreshes);
      }
    },
  };
}
