import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { SECOND } from '../platform/time.ts';

/** A connection may not be silent for longer. */
const ANSWER_AFTER_MS = 5 * SECOND;

/**
 * Waits for work that goes on after the answer, if it takes long.
 * @param failure for the log, also if it fails after the answer
 * @throws what the work throws until then
 */
export async function answerInTime(request: FastifyRequest, work: Promise<void>, failure: string): Promise<void> {
  work.catch((error: unknown) => request.log.error(error, failure));
  await Promise.race([work, delay(ANSWER_AFTER_MS, undefined, { ref: false })]);
}
