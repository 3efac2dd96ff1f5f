import { readAgain, type StaffReadName } from './readAgain.ts';
import { failureIn, type StaffFailure } from './StaffFailure.ts';
import type { StaffWriteName } from './sendStaffCall.ts';
import { staffApi } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import { store } from './store.ts';
import { toastProblem } from './toasts.ts';

export interface StaffMutation<Name extends StaffWriteName> {
  /** Returns the answer, or undefined after a failure. */
  send(given: StaffGiven<Name>): Promise<StaffAnswer<Name> | undefined>;
  isSending: boolean;
  failure: StaffFailure | undefined;
}

/**
 * A staff call that changes something.
 * @param changes the calls whose answers it changes, also when it fails: another member may have been first
 * @param options `showsFailure`: the form shows a failure; else there is a toast
 */
export function useStaffMutation<Name extends StaffWriteName>(
  name: Name,
  changes: StaffReadName[] = [],
  { showsFailure = false }: { showsFailure?: boolean } = {},
): StaffMutation<Name> {
  // The type of each endpoint follows from its name, which TypeScript cannot follow here.
  const { useMutation } = staffApi.endpoints[name] as unknown as typeof staffApi.endpoints.changePoll;
  const [trigger, { isLoading, error }] = useMutation();
  return {
    isSending: isLoading,
    failure: failureIn(error),
    send: async (given) => {
      const answer = await trigger(given as never);
      store.dispatch(readAgain(changes, 'restart'));
      const failure = failureIn(answer.error);
      // Without the password that was asked for, its dialog was closed.
      if (failure && !showsFailure && failure.code !== 'confirm') toastProblem(failure.message, failure.traceId);
      return answer.data as StaffAnswer<Name> | undefined;
    },
  };
}
