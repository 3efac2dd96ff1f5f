import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAppAddress, screenFile } from '@companion/contract/appAddress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../platform/readConfig.ts';
import { pagePolicy } from './security.ts';
import { answerNotFound } from './sendFailures.ts';

/**
 * Serves the built attendee app. Its page answers every address that a person opens, except the server's own addresses
 * and missing files. A screen that the build has rendered has a page of its own, with the same app.
 * @param folder where the build is
 */
export async function webApp(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, 'removeAppWorker' | 'appUrl' | 'allowedOrigins'>,
): Promise<void> {
  await serveBuild(app, folder, 'The web app', () => pagePolicy(config, folder));
  const files = new Set(await readdir(folder, { recursive: true }));
  if (config.removeAppWorker) app.get('/sw.js', (_request, reply) => reply.sendFile('remove-sw.js'));
  app.setNotFoundHandler((request, reply) => {
    const path = openedPath(request);
    if (path === undefined || !isAppAddress(path)) answerNotFound(request, reply);
    // Returned to Fastify, each of the replies of one request would be awaited, with listeners of its own.
    else reply.sendFile(files.has(screenFile(path)) ? screenFile(path) : 'index.html');
  });
}

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

/**
 * Serves the files of a built app. Its page is not among them: a handler chooses it.
 * @param name what is not built, for the operator
 * @param readPolicy the content security policy of its pages, if they have one of their own
 * @throws Error if the folder holds no build
 */
async function serveBuild(
  app: FastifyInstance,
  folder: string,
  name: string,
  readPolicy?: () => Promise<string>,
): Promise<void> {
  await access(join(folder, 'index.html')).catch(() => {
    throw new Error(`${name} is not built: ${folder} has no index.html. Run: npm run build`);
  });
  const policy = await readPolicy?.();
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Files named by their content never change; the others are requested again and answered with 304.
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The path may be that of the compressed page.
      if (policy && /\.html(?:\.\w+)?$/.test(path)) reply.header('content-security-policy', policy);
    },
  });
  app.route({
    method: ['HEAD', 'GET'],
    url: '/*',
    schema: { hide: true },
    // The plugin's own route reads every folder of the path for each request, to protect routes for single files.
    handler: ({ url, routeOptions }, reply) => {
      const [path = ''] = url.split('?');
      // No folder is a page.
      if (path.endsWith('/')) reply.callNotFound();
      else reply.sendFile(path.slice((routeOptions.url ?? '/*').length - '/*'.length));
    },
    errorHandler: (error, request, reply) => {
      if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
      else app.errorHandler(error, request, reply);
    },
  });
}

/** The path of a request that a person has made by opening a page; undefined for other requests. */
function openedPath({ method, url, headers }: FastifyRequest): string | undefined {
  const opensPage = ['GET', 'HEAD'].includes(method) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
  return opensPage ? url.split('?')[0] : undefined;
}
