import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAppAddress, screenFile } from '@companion/contract/appAddress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/readConfig.ts';
import { answerNotFound } from './answerErrors.ts';

/**
 * Serves the built attendee app. Its page answers every address that a person opens, except the server's own addresses
 * and missing files. A screen that the build has rendered has a page of its own, with the same app.
 * @param folder where the build is
 */
export async function webApp(
  app: FastifyInstance,
  folder: string,
  { removeAppWorker }: Pick<Config, 'removeAppWorker'>,
): Promise<void> {
  await access(join(folder, 'index.html')).catch(() => {
    throw new Error(`The web app is not built: ${folder} has no index.html. Run: npm run build`);
  });
  const files = new Set(await readdir(folder, { recursive: true }));
  await app.register(fastifyStatic, {
    root: folder,
    // The handler below chooses the page.
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Files named by their content never change; the others are requested again and answered with 304.
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  if (removeAppWorker) app.get('/sw.js', (_request, reply) => reply.sendFile('remove-sw.js'));
  app.setNotFoundHandler((request, reply) => {
    const accept = request.headers.accept ?? '*/*';
    const opensPage = ['GET', 'HEAD'].includes(request.method) && /text\/html|\*\/\*/.test(accept);
    const [path = ''] = request.url.split('?');
    if (!opensPage || !isAppAddress(path)) return answerNotFound(request, reply);
    const screen = screenFile(path);
    return reply.sendFile(files.has(screen) ? screen : 'index.html');
  });
}
