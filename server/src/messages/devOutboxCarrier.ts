import type { FastifyBaseLogger } from 'fastify';
import type { Carrier } from './carrier.ts';

/** Where no provider is set, a message has arrived once it can be read at /outbox. */
export const devOutboxCarrier = (log: FastifyBaseLogger): Carrier => ({
  atOnce: 50,
  deliver: async (message) => {
    log.info({ messageId: message.id, kind: message.kind }, 'see the outbox');
    return null;
  },
});
