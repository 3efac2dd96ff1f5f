import { isRejectedWithValue, type Middleware, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { OTHER_READS, readAgain } from './readAgain.ts';
import type { StaffFailure } from './StaffFailure.ts';
import { selectIsSignedOut, selectMemberId } from './sessionSlice.ts';
import { staffApi } from './staffApi.ts';
import type { StaffState } from './staffState.ts';

type Dispatch = ThunkDispatch<StaffState, unknown, UnknownAction>;

const { getStaffMe } = staffApi.endpoints;

/**
 * Follows who is signed in, as far as the server answers: after a 401 of any call it is asked, and when a member is back,
 * everything is read again. Nothing of one member is shown to the next, who may have signed in in another tab.
 */
// biome-ignore lint/complexity/noBannedTypes: {} is Middleware's type for "adds nothing to dispatch"
export const followSession: Middleware<{}, StaffState, Dispatch> = (store) => (next) => (action) => {
  const wasSignedOut = selectIsSignedOut(store.getState());
  const memberBefore = selectMemberId(store.getState());
  const result = next(action);
  if (memberBefore !== undefined && selectMemberId(store.getState()) !== memberBefore) {
    // This also aborts the calls in progress. Screens that show ask again.
    store.dispatch(staffApi.util.resetApiState());
  } else if (wasSignedOut && getStaffMe.matchFulfilled(action)) {
    store.dispatch(readAgain(OTHER_READS, 'restart'));
  } else if (!wasSignedOut && isRejectedWithValue(action) && !getStaffMe.matchRejected(action)) {
    // Only the API's thunks reject with a value.
    const { status } = action.payload as StaffFailure;
    if (status === 401) store.dispatch(readAgain(['getStaffMe'], 'restart'));
  }
  return result;
};
