const last = new Map<string, { content: string; key: string }>();

/**
 * The same key for the same content sent to the same address again, so that pressing a button once more after a lost
 * answer does nothing twice (decisions); a new key as soon as the content differs, or the first was answered.
 */
export function idempotencyKey(url: string, body: object | undefined): string {
  const content = JSON.stringify(body);
  const known = last.get(url);
  if (known?.content === content) return known.key;
  // Not crypto.randomUUID, which pages served without TLS (a demo in the local network) do not have.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  last.set(url, { content, key });
  return key;
}

/** Another account is signed in: its messages are its own, even word for word. */
export function forgetIdempotencyKeys(): void {
  last.clear();
}

/** The answer has come: the same content sent to this address again is meant to be sent again. */
export function forgetIdempotencyKey(url: string): void {
  last.delete(url);
}
