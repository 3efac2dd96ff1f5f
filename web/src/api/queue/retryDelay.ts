import { backoffMs } from '../backoff.ts';

const BACKOFF = { baseMs: 2000, maxMs: 60_000 };
/** Phones that got the same pause from the server return spread over this time. */
const SPREAD_MS = 5000;

/**
 * The pause before the queue's next attempt.
 * @param failures the attempts that have failed in a row, from 1
 * @param retryAfterMs what the server asked for
 */
export const retryDelay = (failures: number, retryAfterMs = 0): number =>
  retryAfterMs > 0 ? retryAfterMs + Math.random() * SPREAD_MS : backoffMs(failures - 1, BACKOFF);
