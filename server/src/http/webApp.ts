import { readdir } from 'node:fs/promises';
import { isAppAddress, screenFile } from '@companion/contract/appAddress';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/readConfig.ts';
import { answerNotFound } from './answerErrors.ts';
import { openedPath, serveBuild } from './serveBuild.ts';

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
  await serveBuild(app, folder, 'The web app');
  const files = new Set(await readdir(folder, { recursive: true }));
  if (removeAppWorker) app.get('/sw.js', (_request, reply) => reply.sendFile('remove-sw.js'));
  app.setNotFoundHandler((request, reply) => {
    const path = openedPath(request);
    if (path === undefined || !isAppAddress(path)) answerNotFound(request, reply);
    // Returned to Fastify, each of the replies of one request would be awaited, with listeners of its own.
    else reply.sendFile(files.has(screenFile(path)) ? screenFile(path) : 'index.html');
  });
}
