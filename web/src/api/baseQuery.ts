import type { ApiQuery, ApiRequest } from '@companion/client/api/apiRequest';
import { reportCalls } from '@companion/client/api/reportCalls';
import { createSendRequest } from '@companion/client/api/sendRequest';
import { httpStatus } from '@companion/client/network/callFailure';
import { readRetryAfter } from '@companion/contract/retryAfter';
import { refresh } from '@companion/contract/session';
import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { selectIsOnline } from '../session/networkSlice.ts';
import { sessionState } from '../session/sessionReducers.ts';
import { MINUTE_MS } from '../time.ts';
import { earlyUse } from './fetchOrAdopt.ts';
import { idempotencyKeys } from './idempotencyKeys.ts';
import { fetchIfChanged } from './knownReplies.ts';
import { refreshSession } from './refreshSession.ts';
import { request } from './request.ts';
import { retryReads } from './retryReads.ts';
import { reachability } from './server.ts';
import { hasExpired } from './tokenTime.ts';

/**
 * §7: sends bearer and cookies with every request. A 401 causes one refresh of the session and one retry. An expired
 * token is refreshed before the request.
 */
export const baseQuery: ApiQuery = async (args, api, extraOptions) => {
  const { auth, silent } = args;
  const result = await sendSignedIn(args, api, extraOptions);
  // `request` makes all headers that there are.
  if (!result.error) idempotencyKeys.forget(args.url, new Headers(args.headers as HeadersInit).get('Idempotency-Key'));
  const headers = result.meta?.response?.headers;
  const meta = {
    auth,
    silent,
    retryAfterMs: readRetryAfter(headers?.get('Retry-After'), Date.now()),
    answeredAt: Date.parse(headers?.get('date') ?? ''),
  };
  return { ...result, meta };
};

/** The same, in which a read whose failure is temporary is repeated. */
export const retryingQuery = reportCalls(
  retryReads(baseQuery, { isOnline: (api) => selectIsOnline(sessionState(api)) }),
  reachability,
);

/** Sends a request that no endpoint makes. Leaving the page does not abort it, only its own signal. */
export const sendApart = (
  args: ApiRequest,
  type: BaseQueryApi['type'],
  {
    dispatch,
    getState,
    signal = new AbortController().signal,
  }: Pick<BaseQueryApi, 'dispatch' | 'getState'> & {
    signal?: AbortSignal;
  },
) => retryingQuery(args, { dispatch, getState, signal, abort: () => {}, extra: undefined, endpoint: '', type }, {});

/** Sends one request with the bearer token. */
const sendRequest = createSendRequest({
  reachability,
  fetchAnswer: fetchIfChanged,
  prepareHeaders: (headers, store) => {
    const { accessToken } = sessionState(store).session;
    if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
    return headers;
  },
});

const sendSignedIn: BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta> = async (
  { auth, refreshOn401 = true, silent, ...args },
  api,
  extraOptions,
) => {
  const { accessToken: token, profile } = sessionState(api).session;
  // Leaving a page aborts its calls, but not the refresh, which serves all pages.
  const unabortable = { ...api, signal: new AbortController().signal };
  const renew = (rejected: string) =>
    refreshSession(rejected, api, (refresh_token) =>
      sendRequest(request(refresh, { refresh_token }), unabortable, extraOptions),
    );
  // Another tab may have signed in another account: a request must never be sent in that account's name.
  const isSameAccount = () => sessionState(api).session.profile?.id === profile?.id;

  // Only a call that needs a session waits for its refresh.
  if (token && auth === 'account' && isKnownToHaveExpired(token)) {
    const refreshed = await renew(token);
    if (!isSameAccount()) return { error: { status: 401, data: undefined } };
    // The call would fail in the same way, or be rejected.
    if (refreshed.outcome === 'unreachable') return { error: refreshed.error };
  }
  const sentToken = sessionState(api).session.accessToken;
  const result = await sendRequest(args, api, extraOptions);
  if (!result.error || httpStatus(result.error) !== 401 || !sentToken || !refreshOn401) return result;
  const refreshed = await renew(sentToken);
  if (refreshed.outcome === 'renewed') return isSameAccount() ? sendRequest(args, api, extraOptions) : result;
  return { ...result, error: refreshed.outcome === 'unreachable' ? refreshed.error : result.error };
};

let isClockAhead = false;
/** The last token that was found expired, and when. */
let lastExpired: { token: string; at: number } | undefined;
/** No access token has a shorter lifetime. */
const MIN_TOKEN_LIFETIME_MS = MINUTE_MS;

/** Whether the API would certainly reject this token with 401. */
function isKnownToHaveExpired(token: string): boolean {
  const now = Date.now();
  if (isClockAhead || !hasExpired(token, now)) return false;
  // A new token that has expired already means that the phone's clock is ahead, so ignore the clock from now on.
  const newSince = earlyUse(token) ?? (lastExpired?.token !== token ? lastExpired?.at : undefined);
  isClockAhead = newSince !== undefined && now - newSince < MIN_TOKEN_LIFETIME_MS;
  if (lastExpired?.token !== token) lastExpired = { token, at: now };
  return !isClockAhead;
}
