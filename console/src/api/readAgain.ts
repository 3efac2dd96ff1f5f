import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { selectIsSignedOut } from './sessionSlice.ts';
import { STAFF_CALL_NAMES, staffApi } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import type { StaffState } from './staffState.ts';

type Dispatch = ThunkDispatch<StaffState, unknown, UnknownAction>;

/** A call whose answers the cache keeps. */
export type StaffReadName = Extract<StaffCallName, `get${string}`>;
const isRead = (name: string): name is StaffReadName => name.startsWith('get');
export const STAFF_READS = STAFF_CALL_NAMES.filter(isRead);
/** All but who is signed in: another person may be. */
export const OTHER_READS = STAFF_READS.filter((name) => name !== 'getStaffMe');

/**
 * Reads again what screens show of these calls, and forgets what they do not.
 * @param underWay what becomes of a reading that has not been answered yet:
 * - `restart`: this browser has changed something. Its answer no longer counts
 * - `repeat`: something has changed elsewhere. Its answer is awaited and shown first, since of a slow server none would
 *   arrive before the next change
 * - `keep`: nothing is known to have changed
 */
export const readAgain =
  (names: readonly StaffReadName[], underWay: 'restart' | 'repeat' | 'keep') =>
  (dispatch: Dispatch, getState: () => StaffState): void => {
    // Behind the sign-in form nothing is asked: everything is read once a member is back.
    const asked = selectIsSignedOut(getState()) ? names.filter((name) => name === 'getStaffMe') : names;
    for (const [key, query] of Object.entries(getState().api.queries)) {
      const name = asked.find((one) => one === query?.endpointName);
      if (underWay === 'keep' || !name || query?.status !== 'pending') continue;
      const reading = dispatch(runningRead(name, query.originalArgs));
      if (underWay === 'restart') reading?.abort();
      void reading?.then(() => getState().api.queries[key] && reading.refetch());
    }
    dispatch(staffApi.util.invalidateTags([...asked]));
  };

/** Shows what a change has answered, before it is read again: the next press of a key must act on it. */
export const showAnswer =
  <Name extends StaffReadName>(
    name: Name,
    given: StaffGiven<Name>,
    change: (shown: StaffAnswer<Name> | undefined) => StaffAnswer<Name> | undefined,
  ) =>
  async (dispatch: Dispatch, getState: () => StaffState): Promise<void> => {
    const reading = dispatch(runningRead(name, given));
    // It may be older.
    reading?.abort();
    await reading;
    // The type of each endpoint follows from its name, which TypeScript cannot follow here.
    const select = staffApi.endpoints[name].select as unknown as (given: unknown) => (state: StaffState) => {
      data?: StaffAnswer<Name>;
    };
    const value = change(select(given)(getState()).data);
    const entry = { endpointName: name, arg: given, value } as never;
    if (value !== undefined) dispatch(staffApi.util.upsertQueryEntries([entry]));
  };

const runningRead = (name: StaffReadName, given: unknown) =>
  // As above.
  staffApi.util.getRunningQueryThunk(name, given as never);
