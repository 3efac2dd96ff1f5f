/**
 * What an answer asks to wait for: seconds or a date (RFC 9110, section 10.2.3).
 * @param header `Retry-After`
 * @param now for a date
 * @returns milliseconds; undefined without a valid one
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
