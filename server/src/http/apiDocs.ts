import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openApi.ts';

/** `GET /api/openapi.json`, and a page that shows it at `/api/docs`. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApi('Summit companion');
  app.get('/api/openapi.json', async () => document);
  await app.register(swagger, {
    mode: 'static',
    // The plugin types its documents more narrowly than the JSON Schema that zod makes.
    specification: { document: document as never },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
