import { selectIsOnline } from '../session/networkSlice.ts';
import { backoffMs } from './backoff.ts';
import type { ApiQuery } from './baseQuery.ts';
import { isServerAnswer, isTemporary } from './callFailure.ts';
import { reachability } from './serverReachability.ts';
import { sessionState } from './sessionState.ts';

const MAX_RETRIES = 3;
const PAUSES = { baseMs: 600, maxMs: 2400 };
/** A read does not wait longer for a server that asks for it: the screen shows the failure. */
const MAX_WAIT_MS = 10_000;

interface RetryOptions {
  random?: () => number;
  /** What happens to the calls. */
  report?: Pick<typeof reachability, 'answered' | 'failed'>;
}

/**
 * Repeats a read whose failure is temporary, at random moments and no earlier than the server asks for. Not a write: the
 * attendee decides whether to repeat it, or the queue does where it may be repeated. Not after a timeout, which took long
 * enough, and not without a network. What remains failed is fetched again after the outage.
 */
export const retryReads =
  (send: ApiQuery, { random = Math.random, report = reachability }: RetryOptions = {}): ApiQuery =>
  async (args, api, extraOptions) => {
    for (let repetition = 0; ; repetition += 1) {
      const result = await send(args, api, extraOptions);
      const { error, meta } = result;
      if (api.signal.aborted) return result;
      if (!error || (isServerAnswer(error) && !isTemporary(error))) {
        // A file of the event may come from a cache.
        if (meta?.auth) report.answered();
        return result;
      }
      const wait = (meta?.retryAfterMs ?? 0) + backoffMs(repetition, PAUSES, random);
      const isWorthwhile = isTemporary(error) && error.status !== 'TIMEOUT_ERROR' && wait <= MAX_WAIT_MS;
      const isOnline = selectIsOnline(sessionState(api));
      if (api.type !== 'query' || repetition === MAX_RETRIES || !isWorthwhile || !isOnline) {
        if (isTemporary(error)) report.failed();
        return result;
      }
      await pause(wait, api.signal);
      if (api.signal.aborted) return result;
    }
  };

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
