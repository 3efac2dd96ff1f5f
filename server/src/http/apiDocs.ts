import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi, staffOpenApi } from './openApi.ts';

/** The page's own files, and the content types of those with text. */
const PAGE_FILES = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
const TEXT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** `GET /api/openapi.json`, the same of the staff's calls, and a page that shows the first at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', async () => openApi);
  app.get('/api/staff/openapi.json', async () => staffOpenApi);
  await app.register(swagger, {
    mode: 'static',
    // The plugin types its documents more narrowly than the JSON Schema that zod makes.
    specification: { document: openApi as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  // The plugin would stream 2.5 MB uncompressed; encodedAnswers compresses answers that are sent as a whole.
  for (const name of await readdir(PAGE_FILES)) {
    const type = TEXT_TYPES[extname(name)];
    if (!type) continue;
    app.get(`/api/docs/static/${name}`, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'no-cache')
        .send(await readFile(join(PAGE_FILES, name))),
    );
  }
}
