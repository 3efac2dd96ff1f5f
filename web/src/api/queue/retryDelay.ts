const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** After an outage, the phones of a full hall spread their first requests over this time. */
const SPREAD_MS = 5000;

/**
 * The pause before the next attempt: exponential with full jitter, so that phones do not return at the same moment.
 * @param failures the attempts that have failed in a row, from 1
 * @param retryAfterMs what the server asked for
 */
export function retryDelay(failures: number, retryAfterMs = 0, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return retryAfterMs > 0 ? retryAfterMs + random() * SPREAD_MS : random() * ceiling;
}

/** The pause before the first attempt once the network is back. */
export const reconnectDelay = (random: () => number = Math.random): number => random() * SPREAD_MS;
