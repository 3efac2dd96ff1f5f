import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { notifyError } from '../toasts/toasts.ts';
import { httpStatus } from './refreshSession.ts';

/** Sign-in has its own way of telling (§4, §8), signing out never fails; the event's name and links to a calendar are no news to miss. */
const SILENT = [
  ...['login', 'smsLogin', 'autologin', 'logout', 'getEvent', 'getCalendar'],
  // Told beside the code field.
  ...['provePhone', 'sendPhoneCode'],
];

/** Calls that need no session have none to end. */
const PUBLIC = ['sendResetPassword', 'validateToken', 'resetPassword'];

/** §8: every other failed call shows an error toast. A 401 that has ended the session does not. */
// biome-ignore lint/complexity/noBannedTypes: {} is how Middleware says "adds nothing to dispatch"
export const errorToasts: Middleware<{}, SessionRootState> = (store) => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiRejection(action) && !SILENT.includes(action.meta.arg.endpointName)) {
    const endedSession = httpStatus(action.payload) === 401 && !PUBLIC.includes(action.meta.arg.endpointName);
    if (!endedSession || selectIsAuthenticated(store.getState())) notifyError(action.payload);
  }
  return next(action);
};

interface ApiRejection {
  payload: FetchBaseQueryError;
  meta: { arg: { endpointName: string } };
}

// The thunks of the API are the only ones whose argument names an endpoint, and the base query types their failure.
const isApiRejection = (action: { meta: { arg: unknown } }): action is ApiRejection =>
  typeof action.meta.arg === 'object' && action.meta.arg !== null && 'endpointName' in action.meta.arg;
