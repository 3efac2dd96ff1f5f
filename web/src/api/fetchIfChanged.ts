import { readBody } from '@companion/client/api/fetchWhole';
import { fetchOrAdopt } from './fetchOrAdopt.ts';
import { countStored, forgetAnswer, knownAnswer, rememberAnswer, unchangedAnswer } from './knownAnswers.ts';

/**
 * Fetches an answer together with its body. One that has not changed is not fetched again. One that may be older than a
 * write that the server has stored is fetched again, or it would hide that write.
 * @param onBytes called whenever something arrives
 */
export async function fetchIfChanged(request: Request, onBytes: () => void): Promise<Response> {
  const { url, method, signal } = request;
  const known = knownAnswer(url);
  if (known) request.headers.set('If-None-Match', known.etag);
  else request.headers.delete('If-None-Match');
  const storedBefore = countStored();
  const response = await fetchOrAdopt(request);
  onBytes();
  if (response.status === 304) {
    const unchanged = unchangedAnswer(url, response);
    if (unchanged) return unchanged;
    // A write has been stored since the request, or the page's inline script has asked with the ETag of an answer that could
    // not be read from the phone.
    forgetAnswer(url);
    return fetchIfChanged(request, onBytes);
  }
  const body = await readBody(response, signal, onBytes);
  if (method === 'GET' && countStored() !== storedBefore) return fetchIfChanged(request, onBytes);
  const etag = response.headers.get('etag');
  // What the browser may store, it revalidates itself.
  if (body && etag && response.headers.get('cache-control') === 'no-store') {
    rememberAnswer(url, { etag, at: Date.now(), body: () => body });
  }
  return new Response(body, response);
}
