import type { FastifyInstance } from 'fastify';
import { pingDatabase } from '../db/openDatabase.ts';
import type { Services } from '../services.ts';
import { refuse } from './refuse.ts';

/** Live: the process answers. Ready: it should be sent requests; not while draining or without its database. */
export function health(app: FastifyInstance, { db }: Services): void {
  let draining = false;
  // Runs at the start of `app.close()`, while requests under way are still being answered.
  app.addHook('preClose', async () => {
    draining = true;
  });

  app.get('/health/live', async () => ({ status: 'live' }));

  app.get('/health/ready', async (request) => {
    if (draining) refuse(503, 'The server is about to stop.');
    await pingDatabase(db).catch((error: unknown) => {
      request.log.error(error, 'health: the database does not answer');
      refuse(503, 'The database does not answer.');
    });
    return { status: 'ready' };
  });
}
