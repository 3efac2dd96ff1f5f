import type { ApiQuery } from '@companion/client/api/apiRequest';
import { fetchWhole } from '@companion/client/api/fetchWhole';
import { reportCalls } from '@companion/client/api/reportCalls';
import { createSendRequest } from '@companion/client/api/sendRequest';
import { schemaFailure } from '@companion/client/network/callFailure';
import { STAFF_USE_HEADER } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { createApi } from '@reduxjs/toolkit/query/react';
import { askToConfirm } from './confirmation.ts';
import { endpointsOfMap } from './endpointsOfMap.ts';
import { reachability } from './reachability.ts';
import { failureOf, type StaffFailure } from './StaffFailure.ts';
import { idempotencyKeys, staffRequest } from './staffRequest.ts';
import { takeUse } from './takeUse.ts';

/** What no screen shows is kept for this long, so that a screen that opens again shows it until the answer arrives. */
const KEPT_SECONDS = 600;

const sendRequest = createSendRequest({ reachability, fetchAnswer: fetchWhole });

/** Sends a request with the session's cookie, and says whether a person has used the page. A read is not repeated here: screens ask again by themselves. */
const send: ApiQuery = reportCalls(async ({ auth, refreshOn401, silent, ...request }, api, extraOptions) => {
  // `staffRequest` makes all headers that there are.
  const headers = new Headers(request.headers as HeadersInit);
  if (takeUse()) headers.set(STAFF_USE_HEADER, '1');
  const result = await sendRequest({ ...request, headers }, api, extraOptions);
  if (!result.error) idempotencyKeys.forget(request.url, headers.get('Idempotency-Key'));
  readServerClock(result.meta?.response?.headers);
  return { ...result, meta: { auth: 'account' } };
}, reachability);

/** A call that needs the password or the second factor again waits for it, and is repeated once it was confirmed. */
const staffQuery: ApiQuery<StaffFailure> = async (request, api, extraOptions) => {
  const answer = await send(request, api, extraOptions);
  if (!answer.error) return answer;
  const failure = failureOf(answer.error);
  const { code } = failure;
  if ((code === 'confirm' || code === 'factor') && (await askToConfirm(code)))
    return staffQuery(request, api, extraOptions);
  return { error: failure };
};

// Object.keys loses the type of the names.
export const STAFF_CALL_NAMES = Object.keys(staffCalls) as StaffCallName[];

/** The staff's calls and what they have answered. Each call of the contract has an endpoint of its name. */
export const staffApi = createApi({
  baseQuery: staffQuery,
  keepUnusedDataFor: KEPT_SECONDS,
  // Only the answers of the same calls are concerned: see `readAgain` in store.ts.
  invalidationBehavior: 'immediately',
  tagTypes: STAFF_CALL_NAMES,
  endpoints: endpointsOfMap<typeof staffCalls, StaffFailure, 'api'>(staffCalls, staffRequest),
  catchSchemaFailure: (error) => failureOf(schemaFailure(error)),
});

/** A call whose answers the cache keeps. */
export type StaffReadName = Extract<StaffCallName, `get${string}`>;
/** A call that changes something. */
export type StaffWriteName = Exclude<StaffCallName, StaffReadName>;
/** What a call gets that the type below does not name. */
export type NoParameters = Record<never, never>;

type Endpoints = Record<StaffReadName, typeof staffApi.endpoints.getPolls> &
  Record<StaffWriteName, typeof staffApi.endpoints.changePoll>;
// TypeScript follows no name that is a parameter to its endpoint, but all of a kind have the shape of one of them.
const endpoints = staffApi.endpoints as unknown as Endpoints;

/**
 * The endpoint of a call that reads, whose name is a parameter. Who calls it gives the parameters, and names the type of
 * the answer.
 */
export const readEndpoint = (name: StaffReadName) => endpoints[name];
/** The same of a call that changes something. */
export const writeEndpoint = (name: StaffWriteName) => endpoints[name];

/** How far the server's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0;

/** Learns the server's time from the head of an answer. */
function readServerClock(headers: Headers | undefined): void {
  const answeredAt = Date.parse(headers?.get('date') ?? '');
  // The header leaves out the fraction of the second: half a second on average.
  if (!Number.isNaN(answeredAt)) aheadMs = answeredAt + 500 - Date.now();
}

/** The time by the server's clock: this device's may be wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
