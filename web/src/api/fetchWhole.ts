import { fetchOrAdopt } from './fetchOrAdopt.ts';

/**
 * Fetches an answer together with its body, so that a connection that ends in the middle of it is a network failure
 * like any other, and not an answer that cannot be read.
 * @param onBytes called whenever something arrives
 */
export async function fetchWhole(request: Request, onBytes: () => void): Promise<Response> {
  const response = await fetchOrAdopt(request);
  onBytes();
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
  const { status, statusText, headers } = response;
  // A Response with such a status must not have a body.
  return new Response(parts.length > 0 ? new Blob(parts) : null, { status, statusText, headers });
}
