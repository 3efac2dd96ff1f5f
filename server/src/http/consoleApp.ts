import type { FastifyInstance } from 'fastify';
import { answerNotFound } from './answerErrors.ts';
import { openedPath, serveBuild } from './serveBuild.ts';

/** Below `/console`, where only the console's own files run, and no text becomes HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join(';');

/**
 * Serves the built console of the organizer's staff at `/console`. Its page answers every address below, except missing
 * files.
 * @param folder where the build is
 */
export async function consoleApp(app: FastifyInstance, folder: string): Promise<void> {
  const serve = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', POLICY);
      done();
    });
    await serveBuild(scope, folder, 'The console');
    // The attendee app's files would answer the address without the slash.
    scope.get('/', (_request, reply) => reply.sendFile('index.html'));
    scope.setNotFoundHandler((request, reply) => {
      const path = openedPath(request);
      if (path === undefined || path.startsWith('/console/assets')) answerNotFound(request, reply);
      else reply.sendFile('index.html');
    });
  };
  // A scope of its own: its policy, its page and its files are not the attendee app's.
  await app.register(serve, { prefix: '/console' });
}
