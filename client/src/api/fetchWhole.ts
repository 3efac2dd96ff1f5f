/** Fetches an answer together with its body. @param onBytes called whenever something arrives */
export async function fetchWhole(request: Request, onBytes: () => void): Promise<Response> {
  const response = await fetch(request);
  onBytes();
  return new Response(await readBody(response, request.signal, onBytes), response);
}

/**
 * Reads the whole body of an answer, so that a connection that ends in the middle of it is a network failure like any
 * other, and not an answer that cannot be read.
 * @returns null for an empty one
 */
export async function readBody({ body }: Response, signal: AbortSignal, onBytes: () => void): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      onBytes();
    }
  } catch (error) {
    // Browsers differ in the error of a body whose request was aborted.
    throw signal.aborted ? signal.reason : error;
  }
  // A Response with some statuses must not have a body.
  return parts.length > 0 ? new Blob(parts) : null;
}
