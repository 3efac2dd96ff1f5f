import { fetchOrAdopt } from './fetchOrAdopt.ts';
import { countStored, forgetAnswer, knownAnswer, rememberAnswer, unchangedAnswer } from './knownAnswers.ts';

/**
 * Fetches an answer together with its body, so that a connection that ends in the middle of it is a network failure
 * like any other, and not an answer that cannot be read. One that has not changed is not fetched again. One that may
 * be older than a write that the server has stored is fetched again, or it would hide that write.
 * @param onBytes called whenever something arrives
 */
export async function fetchWhole(request: Request, onBytes: () => void): Promise<Response> {
  const { url, method } = request;
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
    return fetchWhole(request, onBytes);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      onBytes();
    }
  } catch (error) {
    // Browsers differ in the error of a body whose request was aborted.
    throw request.signal.aborted ? request.signal.reason : error;
  }
  if (method === 'GET' && countStored() !== storedBefore) return fetchWhole(request, onBytes);
  const { status, statusText, headers } = response;
  // A Response with such a status must not have a body.
  const body = parts.length > 0 ? new Blob(parts) : null;
  const etag = headers.get('etag');
  // What the browser may store, it revalidates itself.
  if (body && etag && headers.get('cache-control') === 'no-store') {
    rememberAnswer(url, { etag, at: Date.now(), body: () => body });
  }
  return new Response(body, { status, statusText, headers });
}
