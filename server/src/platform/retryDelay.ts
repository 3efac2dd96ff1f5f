import { SECOND } from './time.ts';

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

/**
 * What an answer asks to wait for, in milliseconds: seconds or a date (RFC 9110, section 10.2.3).
 * @param header `Retry-After`
 * @returns undefined without a valid one
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * SECOND : Date.parse(value) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
