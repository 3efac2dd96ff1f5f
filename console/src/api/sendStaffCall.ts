import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import type { StaffReadName } from './readAgain.ts';
import { staffApi } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import { store } from './store.ts';

/** A call that changes something. */
export type StaffWriteName = Exclude<StaffCallName, StaffReadName>;

/** Makes a call outside of a screen. @throws StaffFailure */
export function sendStaffCall<Name extends StaffWriteName>(
  name: Name,
  given: StaffGiven<Name>,
): Promise<StaffAnswer<Name>> {
  // The type of each endpoint follows from its name, which TypeScript cannot follow here.
  const { initiate } = staffApi.endpoints[name] as unknown as typeof staffApi.endpoints.changePoll;
  const sent = store.dispatch(initiate(given as never, { track: false }));
  return sent.unwrap() as Promise<StaffAnswer<Name>>;
}
