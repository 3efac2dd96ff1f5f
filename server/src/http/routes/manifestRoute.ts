import type { FastifyInstance } from 'fastify';
import type { AssetFiles } from '../../event/assetFiles.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { logoIcon } from '../../event/logoIcon.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { answerNotFound } from '../sendFailures.ts';

const TEXT_CACHE = 'public, max-age=60, stale-while-revalidate=600';

/** As web/src/ui/tokens.css has them: `--paper` behind the app as it opens, `--river` around it. */
const COLORS = { background_color: '#faf7f2', theme_color: '#0e4a5a' };
/** For an event whose logo makes no icon. */
const APP_ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
/** A system may crop a maskable icon to a circle of 80 % of the width: a square in it has 56 % of the side. */
const EVENT_ICONS = [
  { path: '/event/icon.svg', purpose: 'any', share: 0.8 },
  { path: '/event/icon-maskable.svg', purpose: 'maskable', share: 0.56 },
];
/** What most systems show below an icon. */
const SHORT_NAME_MAX = 12;
/** An icon loads nothing but the logo that it contains. */
const ICON_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** `GET /manifest.webmanifest`: how a phone shows the app on its home screen, with the event's name and logo. */
export function manifestRoute(app: FastifyInstance, { db, assets }: { db: ReadDatabase; assets: AssetFiles }): void {
  const iconOf = async (share: number) => {
    // Without it, there are the app's own icons.
    const logo = await assets.read((await getEvent(db)).logo ?? '');
    return logo && logoIcon(logo, { paper: COLORS.background_color, share });
  };

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { id, name, tagline } = await getEvent(db);
    const hasIcon = (await iconOf(1)) !== undefined;
    const manifest = {
      // The browser identifies the app by this, even if the start address changes.
      id: `/?event=${encodeURIComponent(id)}`,
      name,
      short_name: shortNameOf(name),
      description: tagline,
      lang: 'en-US',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      ...COLORS,
      icons: hasIcon
        ? EVENT_ICONS.map(({ path, purpose }) => ({ src: path, sizes: 'any', type: 'image/svg+xml', purpose }))
        : APP_ICONS,
      shortcuts: [
        { name: 'Agenda', url: '/agenda' },
        { name: 'Polls', url: '/polls' },
      ],
    };
    reply.header('cache-control', TEXT_CACHE);
    return reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest));
  });

  for (const { path, share } of EVENT_ICONS) {
    app.get(path, async (request, reply) => {
      const icon = await iconOf(share);
      if (!icon) return answerNotFound(request, reply);
      reply.headers({ 'cache-control': TEXT_CACHE, 'content-security-policy': ICON_POLICY });
      return reply.type('image/svg+xml; charset=utf-8').send(icon);
    });
  }
}

/** A word after which another must come, and what is none. */
const LEADS_ON = /^(?:\W+|of|and|for|the|in|on)$/i;

/** The first words of the name that fit below an icon. Undefined if not even one does: the system shortens the name. */
function shortNameOf(name: string): string | undefined {
  const words = name.replace(/^the\s/i, '').split(/\s+/);
  const fitting = words.filter((_, index) => words.slice(0, index + 1).join(' ').length <= SHORT_NAME_MAX);
  const last = fitting.findLastIndex((word, index) => index === 0 || !LEADS_ON.test(word));
  return fitting.slice(0, last + 1).join(' ') || undefined;
}
