import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH } from '@companion/contract/live';
import type { CDPSession } from '@playwright/test';

/** A request of a page. Times are in seconds, on the browser's clock. */
export interface TimedRequest {
  url: string;
  kind: string;
  started: number;
  /** Infinity while it is under way. */
  ended: number;
  isFailed: boolean;
  /** Those of the body, as transferred: none where the answer comes from a cache. Without a length: with headers. */
  bytes: number;
  /** With headers. */
  allBytes: number;
}

/** What the app fetches in advance for other screens is not awaited, unless a measurement asks for it. */
const MAX_WAIT_MS = 4000;

/** Records the requests of a page from now on, in the order in which they begin. */
export async function watchRequests(cdp: CDPSession): Promise<TimedRequest[]> {
  const requests: TimedRequest[] = [];
  const byId = new Map<string, TimedRequest>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp, type = 'Other' }) => {
    // The stream of what is live stays open.
    if (url.startsWith('data:') || url.endsWith(`/api${LIVE_PATH}`)) return;
    const ended = Number.POSITIVE_INFINITY;
    const request = { url, kind: type, started: timestamp, ended, isFailed: false, bytes: 0, allBytes: 0 };
    byId.set(requestId, request);
    requests.push(request);
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = byId.get(requestId);
    const { 'content-length': length = Number.POSITIVE_INFINITY } = lowerCased(response.headers);
    if (request) request.bytes = Number(length);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength: allBytes, timestamp }) => {
    const request = byId.get(requestId);
    // A cache has the header, too, but transfers nothing.
    if (request) Object.assign(request, { ended: timestamp, allBytes, bytes: Math.min(request.bytes, allBytes) });
  });
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const request = byId.get(requestId);
    if (request) Object.assign(request, { ended: timestamp, isFailed: true });
  });
  await cdp.send('Network.enable');
  return requests;
}

/** HTTP/2 has header names in lower case, HTTP/1.1 as the server writes them. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Waits until no request has been under way for `ms`, at most `maxWaitMs`. */
export async function untilQuiet(
  requests: readonly TimedRequest[],
  ms: number,
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  const end = Date.now() + maxWaitMs;
  let quietSince = Date.now();
  let seen = 0;
  while (Date.now() < end && Date.now() - quietSince < ms) {
    await pause(50);
    if (requests.length > seen || requests.some(({ ended }) => ended === Number.POSITIVE_INFINITY)) {
      quietSince = Date.now();
      seen = requests.length;
    }
  }
}

const ON_THE_WAY = ['Document', 'Script', 'Fetch', 'XHR'];

/**
 * The number of round trips one after another, from the document to the last script or list that a screen needs: before
 * each request, the one that ended last before it began. An upper bound: they need not depend on each other.
 * @param list a part of the list's address
 * @param before when the screen was usable
 */
export function countRoundTrips(requests: readonly TimedRequest[], list: string | undefined, before: number): number {
  const relevant = requests
    .filter(({ kind, ended }) => ON_THE_WAY.includes(kind) && ended <= before)
    .sort((one, other) => one.ended - other.ended);
  const chain = (last: TimedRequest): number => {
    const earlier = relevant.findLast(({ ended }) => ended <= last.started);
    return 1 + (earlier ? chain(earlier) : 0);
  };
  const needed = relevant.filter(
    ({ kind, url }) => ['Document', 'Script'].includes(kind) || (list !== undefined && url.includes(list)),
  );
  return Math.max(...needed.map(chain));
}

export function sumBytes(requests: readonly TimedRequest[], kind: string): number {
  return requests.filter((request) => request.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
}
