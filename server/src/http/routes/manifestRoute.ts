import type { FastifyInstance } from 'fastify';
import { getEvent } from '../../event/eventQueries.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';

/** As web/src/ui/tokens.css has them: `--paper` behind the app as it opens, `--river` around it. */
const COLORS = { background_color: '#faf7f2', theme_color: '#0e4a5a' };
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** `GET /manifest.webmanifest`: how a phone shows the app on its home screen, with the event's name. */
export function manifestRoute(app: FastifyInstance, db: ReadDatabase): void {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { id, name, tagline } = await getEvent(db);
    const manifest = {
      // The browser identifies the app by this, even if the start address changes.
      id: `/?event=${encodeURIComponent(id)}`,
      name,
      description: tagline,
      lang: 'en-US',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      ...COLORS,
      icons: ICONS,
    };
    reply.header('cache-control', 'public, max-age=60, stale-while-revalidate=600');
    return reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest));
  });
}
