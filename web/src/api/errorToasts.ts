import type { ApiMeta } from '@companion/client/api/apiRequest';
import { httpStatus, isTemporary } from '@companion/client/network/callFailure';
import { isRejectedWithValue } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { selectIsOnline } from '../session/networkSlice.ts';
import type { SessionMiddleware, SessionRootState } from '../session/sessionReducers.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { notifyError } from '../toasts/toasts.ts';
import { cachedQueries } from './api.ts';

/** Failures that a toast has shown: several reads may share one (shareFailures.ts). */
const shown = new WeakSet<object>();

/**
 * §8: every failed call shows an error toast, unless its screen shows the failure: while the server cannot be reached, a
 * read shows the age of what it keeps showing, and the app says that it is offline. A 401 that ended the session shows
 * none.
 */
export const errorToasts: SessionMiddleware = (store) => (next) => (action) => {
  if (isRejectedWithValue(action) && isApiRejection(action)) {
    const { auth, silent } = action.meta.baseQueryMeta ?? {};
    const endedSession = auth === 'account' && httpStatus(action.payload) === 401;
    if (
      !silent &&
      !shown.has(action.payload) &&
      !isShownAsAge(store.getState(), action) &&
      (!endedSession || selectIsAuthenticated(store.getState()))
    ) {
      shown.add(action.payload);
      notifyError(action.payload);
    }
  }
  return next(action);
};

const isShownAsAge = (state: SessionRootState, { payload, meta }: ApiRejection): boolean =>
  meta.arg.type === 'query' &&
  isTemporary(payload) &&
  (!selectIsOnline(state) || cachedQueries(state)[meta.arg.queryCacheKey ?? '']?.data !== undefined);

interface ApiRejection {
  payload: FetchBaseQueryError;
  meta: { arg: { endpointName: string; type: string; queryCacheKey?: string }; baseQueryMeta?: ApiMeta };
}

// Only the API's thunks have an endpoint name in their argument, and the base query defines the type of their failures.
const isApiRejection = (action: { meta: { arg: unknown } }): action is ApiRejection =>
  typeof action.meta.arg === 'object' && action.meta.arg !== null && 'endpointName' in action.meta.arg;
