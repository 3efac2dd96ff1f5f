import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from './provider.ts';

/** Without real providers, a message counts as delivered once it can be read at /outbox. */
export const devOutboxProvider = (log: FastifyBaseLogger): Provider => ({
  concurrency: 50,
  deliver: async (message) => {
    log.info({ messageId: message.id, kind: message.kind }, 'a message is in the development outbox: open /outbox');
    return null;
  },
});
