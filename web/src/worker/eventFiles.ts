import { type BoundedCache, storeBounded } from './boundedCache.ts';

/*
 * The event's texts and pictures (decision 005), which everybody may see. The pictures of one event are a few megabytes.
 */
const EVENT: BoundedCache = { name: 'event', maxFiles: 600, maxBytes: 40 * 1024 * 1024 };
/** On a network that does not answer, a stored text is shown then, and another size of a picture. */
const ANSWER_TIMEOUT_MS = 3000;

/** Not the calendars, which are only for those with a session. */
export const isEventFile = (path: string): boolean => /^\/event\/(?:(?:speakers|sponsors)\/)?[^/]+$/.test(path);

const isText = (path: string) => /\.(?:json|html)$/.test(path);

/**
 * A picture is shown as it was stored and fetched again for the next time: the browser's own cache decides whether that
 * needs the network. A sized picture never changes. In place of a picture that the network does not bring, another size
 * of it is shown. A text comes from the network, if that answers in time.
 * @param keepAlive keeps the worker running until the file is stored
 */
export async function answerEventFile(
  request: Request,
  keepAlive: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const cache = await caches.open(EVENT.name);
  const stored = await cache.match(pathname + search);
  if (stored?.headers.get('cache-control')?.includes('immutable')) return stored;
  const fetched = fetchAndStore(request, stored, keepAlive);
  const substitute = stored ?? (await cache.matchAll(pathname, { ignoreSearch: true })).at(-1);
  if (!substitute) return fetched;
  const failed = fetched.catch(() => substitute);
  keepAlive(failed);
  if (stored && !isText(pathname)) return stored.clone();
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(substitute), ANSWER_TIMEOUT_MS));
  const answer = await Promise.race([failed, late]);
  return isExpected(pathname, answer) || answer.status === 404 ? answer : substitute;
}

async function fetchAndStore(
  request: Request,
  stored: Response | undefined,
  keepAlive: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await fetch(request);
  const isNew = !stored || stored.headers.get('etag') !== answer.headers.get('etag');
  if (isNew && isExpected(pathname, answer)) {
    // A full disk leaves the file unstored.
    keepAlive(storeBounded(EVENT, pathname + search, answer.clone()).catch(() => {}));
  }
  return answer;
}

/** Not the page of a captive portal, nor an error. */
function isExpected(pathname: string, { status, redirected, headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  const expected = !isText(pathname) ? 'image/' : pathname.endsWith('.json') ? 'application/json' : 'text/html';
  return status === 200 && !redirected && type.startsWith(expected);
}
