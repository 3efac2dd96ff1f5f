import type { FastifyBaseLogger } from 'fastify';
import { KINDS } from '../messages/provider.ts';
import type { Services } from '../platform/services.ts';
import { workUntilStopped } from '../platform/workUntilStopped.ts';
import { queueMessages } from './queueMessages.ts';
import { queuePushes } from './queuePushes.ts';

const POLL_MS = 500;

/**
 * Sends the messages of announcements until it is stopped. Each kind has its own turn, so that a slow one does not delay
 * the other.
 * @returns stops the worker and resolves once the current batches are in the outbox
 */
export function startAnnouncementWorker(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  const turns = [...KINDS.map((kind) => () => queueMessages(services, kind)), () => queuePushes(services)];
  const failure = 'announcements: waiting messages could not be looked for or stored; retrying';
  const stops = turns.map((turn) => workUntilStopped({ turn, pauseMs: POLL_MS, log, failure }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
