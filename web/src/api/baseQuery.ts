import { type BaseQueryFn, type FetchBaseQueryError, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { hasExpired } from './hasExpired.ts';
import { forgetIdempotencyKey } from './idempotencyKey.ts';
import { httpStatus, refreshSession } from './refreshSession.ts';
import type { ApiRequest } from './request.ts';

/** The flags of the request go with its failure, for who shows it. */
export type ApiMeta = Pick<ApiRequest, 'auth' | 'silent'>;
export type ApiQuery = BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError, object, ApiMeta>;

/** Venue Wi-Fi is slow, but nobody looks at a spinner for longer. */
const REQUEST_TIMEOUT = 20_000;

const send = fetchBaseQuery({
  credentials: 'include',
  timeout: REQUEST_TIMEOUT,
  prepareHeaders: (headers, { getState }) => {
    const token = sessionOf(getState).accessToken;
    if (token) headers.set('Authorization', `Bearer ${token}`);
    return headers;
  },
});

/** §7: bearer and cookies on every request; on a 401 one refresh of the session and one retry. A token that has expired is refreshed first. */
export const baseQuery: ApiQuery = async (args, api, extraOptions) => {
  const { auth, silent } = args;
  const result = await sendSignedIn(args, api, extraOptions);
  if (!result.error) forgetIdempotencyKey(args.url);
  return { ...result, meta: { auth, silent } };
};

const sendSignedIn: BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError> = async (
  { auth, refreshOn401 = true, silent, ...args },
  api,
  extraOptions,
) => {
  const { accessToken: token, profile } = sessionOf(api.getState);
  // A page that is left breaks off its calls, but not the refresh, which is for all.
  const lasting = { ...api, signal: new AbortController().signal };
  const renew = (rejected: string) => refreshSession(rejected, api, (request) => send(request, lasting, extraOptions));
  // Another tab may have signed somebody else in: one person's request is never sent in another's name.
  const isSameAccount = () => sessionOf(api.getState).profile?.id === profile?.id;

  // Only a call that needs a session waits for its refresh.
  if (token && auth === 'account' && isKnownToHaveExpired(token)) {
    await renew(token);
    if (!isSameAccount()) return { error: { status: 401, data: undefined } };
  }
  const sentToken = sessionOf(api.getState).accessToken;
  const result = await send(args, api, extraOptions);
  if (!result.error || httpStatus(result.error) !== 401 || !sentToken || !refreshOn401) return result;
  const refreshed = await renew(sentToken);
  if (refreshed.outcome === 'renewed') return isSameAccount() ? send(args, api, extraOptions) : result;
  return { ...result, error: refreshed.outcome === 'unreachable' ? refreshed.error : result.error };
};

let isClockAhead = false;
/** The token that was last found to have expired, and when. */
let lastExpired: { token: string; at: number } | undefined;
/** No token is that short-lived. */
const TOO_SOON = 60_000;

/** Whether the API can only answer this token with 401. */
function isKnownToHaveExpired(token: string): boolean {
  const now = Date.now();
  if (isClockAhead || !hasExpired(token, now)) return false;
  // A token that is new and yet expired: the phone's clock is ahead, and its word counts no more.
  isClockAhead = lastExpired !== undefined && lastExpired.token !== token && now - lastExpired.at < TOO_SOON;
  if (lastExpired?.token !== token) lastExpired = { token, at: now };
  return !isClockAhead;
}

function sessionOf(getState: () => unknown) {
  // RTK Query types the state as unknown: the store is made from sessionReducers.
  return (getState() as SessionRootState).session;
}
