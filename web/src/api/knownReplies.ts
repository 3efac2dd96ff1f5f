import { readBody } from '@companion/client/api/fetchWhole';
import { tabStorage } from '../session/safeStorage.ts';
import { ETAG_PREFIX } from './etagKey.ts';
import { fetchOrAdopt } from './fetchOrAdopt.ts';

/*
 * No browser may store what the server answers to a person, so that nothing is left behind on a shared phone (decision
 * 038). The app itself keeps the lists, and sends their ETags: an unchanged list is not downloaded again.
 */
interface KnownReply {
  etag: string;
  /** When it arrived. */
  at: number;
  body: () => BodyInit;
}
const known = new Map<string, KnownReply>();
/** How many writes the server has stored. A reply that was requested before the last one may lack it. */
let writesStored = 0;

/** A reply that the phone has kept. Not in place of one that has arrived. */
export function rememberReply(address: string, reply: KnownReply): void {
  if (!known.has(address)) known.set(address, reply);
}

/** Proxies may weaken an ETag. */
const plain = (etag: string | null | undefined) => etag?.replace(/^W\//, '');

/**
 * Fetches a reply together with its body. One that has not changed is not fetched again. One that may be older than a
 * write that the server has stored is fetched again, or it would hide that write.
 * @param onBytes called whenever something arrives
 */
export async function fetchIfChanged(request: Request, onBytes: () => void): Promise<Response> {
  const { url, method, signal } = request;
  const asked = known.get(url);
  if (asked) request.headers.set('If-None-Match', asked.etag);
  else request.headers.delete('If-None-Match');
  const storedBefore = writesStored;
  const response = await fetchOrAdopt(request);
  onBytes();
  const etag = response.headers.get('etag');
  if (response.status === 304) {
    const reply = known.get(url);
    if (reply && plain(reply.etag) === plain(etag)) return new Response(reply.body(), { headers: response.headers });
    // A write has been stored since the request, or the page's inline script has asked with the ETag of a reply that could
    // not be read from the phone.
    known.delete(url);
    return fetchIfChanged(request, onBytes);
  }
  const body = await readBody(response, signal, onBytes);
  if (method === 'GET' && writesStored !== storedBefore) return fetchIfChanged(request, onBytes);
  // What the browser may store, it revalidates itself.
  if (body && etag && response.headers.get('cache-control') === 'no-store') {
    known.set(url, { etag, at: Date.now(), body: () => body });
  }
  return new Response(body, response);
}

/** The ETag of the reply that was read at this time; undefined if the server has answered, or a write changed it, since. */
export function etagOf(address: string, readAt: number): string | undefined {
  const reply = known.get(address);
  return reply && readAt >= reply.at ? reply.etag : undefined;
}

/** The server has stored a write: the ETags of what it changes here are those of other contents. */
export function noteStored(): void {
  writesStored += 1;
  known.clear();
}

/** What is shown of this reply has changed since it arrived: its ETag is that of other contents. */
export const forgetReply = (address: string): void => void known.delete(address);

export function forgetEtags(): void {
  known.clear();
  tabStorage.removeWhere((key) => key.startsWith(ETAG_PREFIX));
}
