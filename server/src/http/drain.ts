import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A process manager that stops a server kills it some 10 seconds later. */
const LONGEST_DRAIN = 8_000;
const LOOK_AGAIN = 50;
/** A proxy opens a connection for a request, which follows sooner than after so many looks. */
const UNUSED_LOOKS = 10;

/**
 * Lets `app.close()` end as soon as the last answer is out. Node alone waits for connections that were kept alive by
 * an answer given while closing, and for those that browsers open ahead and never use: a minute.
 * @param isDraining whether it was told to stop. Each answer then closes its connection: a proxy that kept it would
 * lose the request that it sends as the server closes it, and may not send a POST twice.
 */
export function drain(app: FastifyInstance, isDraining: () => boolean): void {
  const unused = new Map<Socket, number>();
  app.server.on('connection', (socket) => {
    unused.set(socket, 0);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });

  let looking: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => {
      app.server.closeIdleConnections();
      for (const [socket, looks] of unused) {
        if (looks < UNUSED_LOOKS) unused.set(socket, looks + 1);
        else socket.destroy();
      }
    }, LOOK_AGAIN);
    giveUp = setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN);
  });
  app.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(giveUp);
  });
}
