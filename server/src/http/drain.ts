import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A process manager that stops a server kills it some 10 seconds later. */
const LONGEST_DRAIN = 8_000;
const LOOK_AGAIN = 50;

/**
 * Lets `app.close()` end as soon as the last answer is out. Node alone waits for connections that were kept alive by
 * an answer given while closing, and for those that browsers open ahead and never use: a minute.
 */
export function drain(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));

  let looking: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, LOOK_AGAIN);
    giveUp = setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN);
  });
  app.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(giveUp);
  });
}
