import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Serves the files of a built app. Its page is not among them: a handler chooses it.
 * @param name what is not built, for the operator
 * @throws Error if the folder holds no build
 */
export async function serveBuild(app: FastifyInstance, folder: string, name: string): Promise<void> {
  await access(join(folder, 'index.html')).catch(() => {
    throw new Error(`${name} is not built: ${folder} has no index.html. Run: npm run build`);
  });
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Files named by their content never change; the others are requested again and answered with 304.
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
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
export function openedPath({ method, url, headers }: FastifyRequest): string | undefined {
  const opensPage = ['GET', 'HEAD'].includes(method) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
  return opensPage ? url.split('?')[0] : undefined;
}
