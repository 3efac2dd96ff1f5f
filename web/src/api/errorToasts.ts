import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { notifyError } from '../toasts/toasts.ts';
import { httpStatus } from './refreshSession.ts';

/** Sign-in has its own way of telling (§4, §8), signing out never fails, and the event's name is no news to miss. */
const SILENT = ['login', 'smsLogin', 'autologin', 'logout', 'getEvent'];

/** §8: every other failed call shows an error toast. A 401 does not: it has ended the session. */
export const errorToasts: Middleware = () => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiRejection(action) && !SILENT.includes(action.meta.arg.endpointName)) {
    if (httpStatus(action.payload) !== 401) notifyError(action.payload);
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
