import { backoffMs } from '@companion/client/network/backoff';
import { httpStatus, isTemporary } from '@companion/client/network/callFailure';
import { SPREAD_MS } from '@companion/client/network/reachability';
import { POLL_CLOSED } from '@companion/contract/answer';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { describeError } from '../toasts/describeError.ts';
import type { WriteResult } from './queuedCall.ts';

/** What the answer to a write means for the queue. */
export type Outcome =
  | 'stored'
  /** Nothing gets through, or the server will be back soon: nothing else is sent until the next attempt. */
  | 'blocked'
  /** This call may not be made now; others may. */
  | 'limited'
  /** The session is over. */
  | 'signedOut'
  /** The server failed on this write. It may succeed later. */
  | 'failed'
  /** The server will never store it. */
  | 'refused';

export function outcomeOf({ error }: WriteResult): Outcome {
  if (!error) return 'stored';
  // A proxy's answer to a large body is not the server's.
  if (httpStatus(error) === 413) return 'refused';
  if (error.status === 401) return 'signedOut';
  if (error.status === 429) return 'limited';
  if (isTemporary(error) || error.status === 408 || error.status === 425) return 'blocked';
  return Number(error.status) >= 500 ? 'failed' : 'refused';
}

/** Why a write came back, for its author. */
export function reasonOf(call: string, error: FetchBaseQueryError): string {
  const status = httpStatus(error);
  const { message } = describeError(error);
  if (status === 413) return 'This text is too long to be sent.';
  if (status === 409 && call === 'answerQuestion' && message !== POLL_CLOSED) {
    return 'Another answer of yours to this question was stored first. That one counts.';
  }
  const { errors } = Object(error.data);
  const details = Object.values(Object(errors)).filter((text) => typeof text === 'string' && !message.includes(text));
  return [message, ...details].join(' ');
}

const BACKOFF = { baseMs: 2000, maxMs: 60_000 };

/**
 * The pause before the queue's next attempt. Phones that got the same `Retry-After` spread their next attempts.
 * @param failuresInARow from 1
 * @param random from 0 to 1
 */
export function retryDelay({ meta }: WriteResult, failuresInARow: number, random: number): number {
  const { retryAfterMs = 0 } = meta ?? {};
  return retryAfterMs > 0 ? retryAfterMs + random * SPREAD_MS : backoffMs(failuresInARow - 1, BACKOFF, () => random);
}
