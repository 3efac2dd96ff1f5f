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
