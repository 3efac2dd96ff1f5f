const FIRST_DELAY_MS = 2_000;

/**
 * Exponential backoff for a service that failed: doubles from 2 s up to `maxMs`, with jitter, so that clients do not
 * return to it all at once.
 * @param attempts so far, including the failed one
 * @returns milliseconds
 */
export function retryDelay(attempts: number, maxMs: number): number {
  const backoff = Math.min(maxMs, FIRST_DELAY_MS * 2 ** (attempts - 1));
  return Math.round(backoff / 2 + Math.random() * (backoff / 2));
}
