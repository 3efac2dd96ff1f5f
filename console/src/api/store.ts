import type { StaffMember } from '@companion/contract/staff/staffSession';
import { configureStore, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { answerConfirmation } from './confirmation.ts';
import { observable } from './observable.ts';
import type { StaffFailure } from './StaffFailure.ts';
import { type NoParameters, readEndpoint, STAFF_CALL_NAMES, type StaffReadName, staffApi } from './staffApi.ts';
import type { StaffAnswer, StaffGiven } from './staffRequest.ts';
import { closeToasts } from './toasts.ts';

const isRead = (name: string): name is StaffReadName => name.startsWith('get');
export const STAFF_READS = STAFF_CALL_NAMES.filter(isRead);
/** All but who is signed in: another person may be. */
const OTHER_READS = STAFF_READS.filter((name) => name !== 'getStaffMe');

const { getStaffMe } = staffApi.endpoints;

/**
 * Whether no one is signed in, as far as the server has answered: a 401 sets it, and only an answer with a member ends it.
 * A failure of another kind changes nothing.
 */
export const isSignedOut = observable(false);
/** The member whose answers are in the store. */
let memberId: string | undefined;

/**
 * Follows who is signed in, as far as the server answers: after a 401 of any call it is asked, and when a member is back,
 * everything is read again.
 */
const followSession: Middleware = () => (next) => (action) => {
  const wasSignedOut = isSignedOut.get();
  const result = next(action);
  if (getStaffMe.matchFulfilled(action)) {
    const isOther = setMember(action.payload.results.id);
    if (wasSignedOut && !isOther) readAgain(OTHER_READS, 'restart');
  } else if (isRejectedWithValue(action)) {
    // Only the API's thunks reject with a value.
    const { status } = action.payload as StaffFailure;
    if (status !== 401 || wasSignedOut) return result;
    if (getStaffMe.matchRejected(action)) {
      isSignedOut.set(true);
      // They hide with the screen of the member: somebody else may sit here.
      if (memberId !== undefined) closeToasts();
    } else readAgain(['getStaffMe'], 'restart');
  }
  return result;
};

export const store = configureStore({
  reducer: { [staffApi.reducerPath]: staffApi.reducer },
  middleware: (defaults) => defaults().concat(staffApi.middleware, followSession),
});

/**
 * All tabs of a browser have the same cookie. Those in the background follow a member who comes or goes in another one:
 * otherwise the next member finds there what the one before has typed, and sends it.
 */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('staff session') : undefined;
tabs?.addEventListener('message', ({ data }: MessageEvent<'entered' | 'left'>) => {
  if (data === 'left') setMember(undefined);
  readAgain(['getStaffMe'], 'restart');
});

/** A session has begun: shows its member, and reads everything else again. */
export function enterSession(member: StaffMember): void {
  setMember(member.id);
  tabs?.postMessage('entered');
  void showAnswer('getStaffMe', {}, () => ({ results: member }));
  readAgain(OTHER_READS, 'restart');
}

/** The member has ended the session. */
export function leaveSession(): void {
  setMember(undefined);
  tabs?.postMessage('left');
}

/**
 * Nothing of one member is shown to the next, or done in their name. Returns whether it is another than before.
 */
function setMember(id: string | undefined): boolean {
  const isOther = memberId !== undefined && memberId !== id;
  memberId = id;
  if (id !== undefined) isSignedOut.set(false);
  if (isOther) {
    // What they say, and offer to undo.
    closeToasts();
    answerConfirmation(false);
    // This also aborts the calls in progress. Screens that show ask again.
    store.dispatch(staffApi.util.resetApiState());
  }
  return isOther;
}

/**
 * Reads again what screens show of these calls, and forgets what they do not.
 * @param underWay what becomes of a reading that has not been answered yet:
 * - `restart`: this browser has changed something. Its answer no longer counts
 * - `repeat`: something has changed elsewhere. Its answer is awaited and shown first, since of a slow server none would
 *   arrive before the next change
 * - `keep`: nothing is known to have changed
 */
export function readAgain(names: readonly StaffReadName[], underWay: 'restart' | 'repeat' | 'keep'): void {
  const { queries } = store.getState().api;
  // Behind the sign-in form nothing is asked: everything is read once a member is back.
  const asked = isSignedOut.get() ? names.filter((name) => name === 'getStaffMe') : names;
  for (const [key, query] of Object.entries(queries)) {
    const name = asked.find((one) => one === query?.endpointName);
    if (underWay === 'keep' || !name || query?.status !== 'pending') continue;
    const reading = runningRead(name, query.originalArgs);
    if (underWay === 'restart') reading?.abort();
    void reading?.then(() => store.getState().api.queries[key] && reading.refetch());
  }
  store.dispatch(staffApi.util.invalidateTags([...asked]));
}

/** Shows what a change has answered, before it is read again: the next press of a key must act on it. */
export async function showAnswer<Name extends StaffReadName>(
  name: Name,
  given: StaffGiven<Name>,
  change: (shown: StaffAnswer<Name> | undefined) => StaffAnswer<Name> | undefined,
): Promise<void> {
  const reading = runningRead(name, given);
  // It may be older.
  reading?.abort();
  await reading;
  const value = change(shownAnswer(name, given));
  const entry = { endpointName: name, arg: given, value } as never;
  if (value !== undefined) store.dispatch(staffApi.util.upsertQueryEntries([entry]));
}

/** What screens show of a call: its newest answer. */
export function shownAnswer<Name extends StaffReadName>(name: Name, given: StaffGiven<Name>) {
  const { data } = readEndpoint(name).select(given as NoParameters)(store.getState());
  return data as StaffAnswer<Name> | undefined; // Of the call of this name: see readEndpoint.
}

const runningRead = (name: StaffReadName, given: unknown) =>
  // As above.
  store.dispatch(staffApi.util.getRunningQueryThunk(name, given as never));
