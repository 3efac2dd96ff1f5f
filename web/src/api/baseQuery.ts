import { logout } from '@companion/contract/session';
import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import type { SessionRootState } from '../session/sessionReducers.ts';
import { hasExpired } from './hasExpired.ts';
import { forgetIdempotencyKey } from './idempotencyKey.ts';
import { httpStatus, refreshSession } from './refreshSession.ts';
import { API_HOST } from './request.ts';

export type ApiQuery = BaseQueryFn<FetchArgs, unknown, FetchBaseQueryError>;

/** Venue Wi-Fi is slow, but nobody looks at a spinner for longer. */
const REQUEST_TIMEOUT = 20_000;

/** §7: a 401 from these says that what was typed is wrong, not that the session is old. */
export const WITHOUT_REFRESH = [
  '/public/login',
  '/public/autologin',
  '/sms/login',
  '/public/auth/send-reset-password',
  '/public/auth/reset-password',
];
const urlsWithoutRefresh = WITHOUT_REFRESH.map((path) => `${API_HOST}/api${path}`);

const send: ApiQuery = fetchBaseQuery({
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
  const result = await sendSignedIn(args, api, extraOptions);
  if (!result.error) forgetIdempotencyKey(args.url);
  return result;
};

const sendSignedIn: ApiQuery = async (args, api, extraOptions) => {
  const { accessToken: token, profile } = sessionOf(api.getState);
  // A page that is left breaks off its calls, but not the refresh, which is for all.
  const lasting = { ...api, signal: new AbortController().signal };
  const renew = (rejected: string) => refreshSession(rejected, api, (request) => send(request, lasting, extraOptions));
  // Another tab may have signed somebody else in: one person's request is never sent in another's name.
  const isSameAccount = () => sessionOf(api.getState).profile?.id === profile?.id;

  if (token && isKnownToHaveExpired(token, args.url)) {
    await renew(token);
    if (!isSameAccount()) return { error: { status: 401, data: undefined } };
  }
  const sentToken = sessionOf(api.getState).accessToken;
  const result = await send(args, api, extraOptions);
  if (!result.error || httpStatus(result.error) !== 401 || !sentToken || urlsWithoutRefresh.includes(args.url)) {
    return result;
  }
  const refreshed = await renew(sentToken);
  if (refreshed.outcome === 'renewed') return isSameAccount() ? send(args, api, extraOptions) : result;
  return { ...result, error: refreshed.outcome === 'unreachable' ? refreshed.error : result.error };
};

let isClockAhead = false;
/** The token that was last found to have expired, and when. */
let lastExpired: { token: string; at: number } | undefined;
/** No token is that short-lived. */
const TOO_SOON = 60_000;

/** Whether the API can only answer with 401. What ends the session or begins another waits for no refresh of it. */
function isKnownToHaveExpired(token: string, url: string): boolean {
  const isOfSession =
    url.startsWith(`${API_HOST}/api/`) && !urlsWithoutRefresh.includes(url) && !url.endsWith(logout.path);
  const now = Date.now();
  if (isClockAhead || !isOfSession || !hasExpired(token, now)) return false;
  // A token that is new and yet expired: the phone's clock is ahead, and its word counts no more.
  isClockAhead = lastExpired !== undefined && lastExpired.token !== token && now - lastExpired.at < TOO_SOON;
  if (lastExpired?.token !== token) lastExpired = { token, at: now };
  return !isClockAhead;
}

function sessionOf(getState: () => unknown) {
  // RTK Query types the state as unknown: the store is made from sessionReducers.
  return (getState() as SessionRootState).session;
}
