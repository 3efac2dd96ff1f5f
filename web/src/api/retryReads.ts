import type { ApiQuery } from '@companion/client/api/apiRequest';
import { backoffMs } from '@companion/client/network/backoffMs';
import { isTemporary } from '@companion/client/network/callFailure';

const MAX_RETRIES = 3;
const PAUSES = { baseMs: 600, maxMs: 2400 };
/** A read does not wait longer for a server that asks for it: the screen shows the failure. */
const MAX_WAIT_MS = 10_000;

interface RetryOptions {
  /** Whether calls can be expected to succeed. */
  isOnline: (api: { getState: () => unknown }) => boolean;
  random?: () => number;
}

/**
 * Repeats a read whose failure is temporary, at random moments and no earlier than the server asks for. Not a write: the
 * attendee decides whether to repeat it, or the queue does where it may be repeated. Not after a timeout, which took long
 * enough, and not without a network. What remains failed is fetched again after the outage.
 */
export const retryReads =
  (send: ApiQuery, { isOnline, random = Math.random }: RetryOptions): ApiQuery =>
  async (args, api, extraOptions) => {
    for (let repetition = 0; ; repetition += 1) {
      const result = await send(args, api, extraOptions);
      const { error, meta } = result;
      if (!error || api.signal.aborted) return result;
      const wait = (meta?.retryAfterMs ?? 0) + backoffMs(repetition, PAUSES, random);
      const isWorthwhile = isTemporary(error) && error.status !== 'TIMEOUT_ERROR' && wait <= MAX_WAIT_MS;
      if (api.type !== 'query' || repetition === MAX_RETRIES || !isWorthwhile || !isOnline(api)) return result;
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
