/** How far the server's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0;

/** Learns the server's time from the head of an answer. */
export function readServerClock(headers: Headers | undefined): void {
  const answeredAt = Date.parse(headers?.get('date') ?? '');
  // The header leaves out the fraction of the second: half a second on average.
  if (!Number.isNaN(answeredAt)) aheadMs = answeredAt + 500 - Date.now();
}

/** The time by the server's clock: this device's may be wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
