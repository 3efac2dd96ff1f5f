import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../platform/domainError.ts';
import { pingDatabase } from '../platform/openDatabase.ts';
import type { Services } from '../platform/services.ts';

/**
 * Live: the process answers. Ready: it can serve requests, which it cannot while draining or without its database.
 * @param isDraining whether the server is stopping
 */
export function health(app: FastifyInstance, { db }: Services, isDraining: () => boolean): void {
  app.get('/health/live', async () => ({ status: 'live' }));

  app.get('/health/ready', async (request) => {
    if (isDraining()) throw unavailable('The server is about to stop.');
    await pingDatabase(db).catch((error: Error) => {
      request.log.warn({ reason: error.message }, 'health: the database does not answer');
      throw unavailable('The database does not answer.');
    });
    return { status: 'ready' };
  });
}

/** A process manager that stops a server kills it some 10 seconds later. */
const MAX_DRAIN_MS = 8_000;
const CHECK_INTERVAL_MS = 50;
/** Long enough for the request that a proxy opens a connection for. */
const MAX_UNUSED_CHECKS = 10;

/**
 * Lets `app.close()` end as soon as the last answer is sent. By itself Node would wait up to a minute for connections
 * that an answer kept alive while closing, and for those that browsers open in advance and never use.
 * @param isDraining whether the server is stopping. Each answer then closes its connection: a proxy that kept it open
 * could send its next request while the server closes it, and may not repeat a POST.
 */
export function drain(app: FastifyInstance, isDraining: () => boolean): void {
  const unused = new Map<Socket, number>();
  app.server.on('connection', (socket) => {
    unused.set(socket, 0);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });

  let checking: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    checking = setInterval(() => {
      app.server.closeIdleConnections();
      for (const [socket, checks] of unused) {
        if (checks < MAX_UNUSED_CHECKS) unused.set(socket, checks + 1);
        else socket.destroy();
      }
    }, CHECK_INTERVAL_MS);
    deadline = setTimeout(() => app.server.closeAllConnections(), MAX_DRAIN_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(checking);
    clearTimeout(deadline);
  });
}
