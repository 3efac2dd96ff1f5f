import { backoffMs } from '../backoff.ts';
import { SPREAD_MS } from '../reachability.ts';

const BACKOFF = { baseMs: 2000, maxMs: 60_000 };

/**
 * The pause before the queue's next attempt.
 * @param failures the attempts that have failed in a row, from 1
 * @param retryAfterMs what the server asked for: phones that got the same answer spread their next attempts
 */
export const retryDelay = (failures: number, retryAfterMs = 0): number =>
  retryAfterMs > 0 ? retryAfterMs + Math.random() * SPREAD_MS : backoffMs(failures - 1, BACKOFF);
