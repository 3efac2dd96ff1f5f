import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './errors.ts';

/**
 * Serves the built attendee app; every address that a person opens and no file has is the app's own to answer.
 * @param folder where the build lies
 */
export async function webApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html')).catch(() => {
    throw new Error(`The web app is not built: ${folder} has no index.html. Run: npm run build`);
  });
  await app.register(fastifyStatic, {
    root: folder,
    index: ['index.html'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      // What the build names by its content never changes; the rest is asked for anew, and answered 304.
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const accept = request.headers.accept ?? '*/*';
    const opensPage = ['GET', 'HEAD'].includes(request.method) && /text\/html|\*\/\*/.test(accept);
    if (!opensPage || /^\/(api|event|assets|health|metrics)(\/|\?|$)/.test(request.url)) {
      return answerNotFound(request, reply);
    }
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
