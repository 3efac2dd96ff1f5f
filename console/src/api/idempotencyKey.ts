interface LostRequest {
  content: string;
  key: string;
}

/** The last request to each address that was not answered with success: it may have done its work nevertheless. */
const lost = new Map<string, LostRequest>();

/** The key of a request: that of the one before if it was lost and had the same content. So the work is done once. */
export function idempotencyKey(url: string, body: unknown): string {
  const before = lost.get(url);
  if (before && before.content === JSON.stringify(body)) return before.key;
  // Not randomUUID, which pages have only with TLS.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Notes how a request with a key has ended: the same content sent after a success is a new request. */
export function noteSent(url: string, body: unknown, key: string, succeeded: boolean): void {
  if (!succeeded) lost.set(url, { content: JSON.stringify(body), key });
  else if (lost.get(url)?.key === key) lost.delete(url);
}
