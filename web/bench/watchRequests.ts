import type { CDPSession } from '@playwright/test';

/** One request that has ended. Times are in seconds, on the browser's clock. */
export interface TimedRequest {
  url: string;
  kind: string;
  started: number;
  ended: number;
  /** As transferred, with headers. */
  bytes: number;
}

/** Records the requests of a page from now on. Returns the list, to which those that end are added. */
export async function watchRequests(cdp: CDPSession): Promise<TimedRequest[]> {
  const ended: TimedRequest[] = [];
  const open = new Map<string, TimedRequest>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    open.set(requestId, { url: request.url, kind: type, started: timestamp, ended: timestamp, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = open.get(requestId);
    if (request) ended.push({ ...request, ended: timestamp, bytes: encodedDataLength });
  });
  await cdp.send('Network.enable');
  return ended;
}

const ON_THE_WAY = ['Document', 'Script', 'Fetch', 'XHR'];

/**
 * The number of round trips one after another, from the document to the answer of the last request whose address
 * contains a text: before each request, the one that ended last before it began.
 */
export function countRoundTrips(requests: readonly TimedRequest[], needs: string, before: number): number {
  const relevant = requests
    .filter(({ kind, ended }) => ON_THE_WAY.includes(kind) && ended <= before)
    .sort((one, other) => one.ended - other.ended);
  let step = relevant.findLast(({ url }) => url.includes(needs));
  let count = 0;
  while (step) {
    count += 1;
    const { started } = step;
    step = relevant.findLast(({ ended }) => ended <= started);
  }
  return count;
}

/** @param kinds by default every kind */
export function sumBytes(requests: readonly TimedRequest[], kinds?: readonly string[]): number {
  return requests.filter(({ kind }) => kinds?.includes(kind) ?? true).reduce((sum, { bytes }) => sum + bytes, 0);
}
