import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT_FILES, type EventInfo } from '@companion/contract/event';
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@companion/contract/picture';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { getEvent, namesOf } from '../../event/eventQueries.ts';
import { logoIcon } from '../../event/logoIcon.ts';
import { LOGO } from '../../event/packSource.ts';
import { PictureCache } from '../../event/pictureCache.ts';
import { isPictureName, pictureType } from '../../event/pictureFile.ts';
import { findPicture, listOriginals } from '../../event/pictureQueries.ts';
import { PictureSizer } from '../../event/pictureSizer.ts';
import { sizedFolder } from '../../event/pictureSizes.ts';
import type { EventRow } from '../../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { isoTime } from '../../platform/time.ts';
import { prepareKnown } from '../etagAndCompression.ts';
import { prepareFile } from '../prepareFile.ts';
import { answerNotFound } from '../sendFailures.ts';

const TEXT_CACHE = 'public, max-age=60, stale-while-revalidate=600';
const PICTURE_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';
/** The address of a sized picture names its content. */
const SIZED_CACHE = 'public, max-age=31536000, immutable';
/** In place of what was asked for, which may be there soon. */
const SUBSTITUTE_CACHE = 'public, max-age=60';

/** An SVG that is opened directly is a page of this origin; the policy forbids it everything. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** As `sizedQuery` of the contract writes it. With any other query the original is sent. */
const sizedParams = z.object({
  v: z.string(),
  w: z.string().transform(Number).pipe(z.literal(PICTURE_WIDTHS)),
  f: z.enum(PICTURE_FORMATS),
});

interface EventFilesOptions {
  packFolder: string;
  db: ReadDatabase;
  sizer: PictureSizer;
}

/** Sizes the pictures of the event once the server listens, so that its start does not wait for them. */
export function startPictureSizer(app: FastifyInstance, { config, db, now }: Services): PictureSizer {
  const sizer = new PictureSizer(sizedFolder(config.dataDir), (text) => app.log.warn(text));
  app.addHook('onListen', async () => {
    const originals = await listOriginals(db, config.eventPack);
    // Not awaited: the hook would delay the start.
    void sizer.makeAll(originals, now());
  });
  app.addHook('onClose', () => sizer.close());
  return sizer;
}

/** Serves the event's summary, texts and pictures, and how a phone shows the app. */
export function eventFiles(app: FastifyInstance, { packFolder, db, sizer }: EventFilesOptions): void {
  manifestRoute(app, { packFolder, db });
  const pictures = new PictureCache();
  const html = 'text/html; charset=utf-8';

  app.get(EVENT_FILES.info, async (_, reply) =>
    setHeaders(reply, 'application/json; charset=utf-8', TEXT_CACHE).send(JSON.stringify(infoOf(await getEvent(db)))),
  );
  app.get(EVENT_FILES.about, async (_, reply) => setHeaders(reply, html, TEXT_CACHE).send((await getEvent(db)).about));
  app.get(EVENT_FILES.privacyPolicy, async (_, reply) =>
    setHeaders(reply, html, TEXT_CACHE).send((await getEvent(db)).privacy_policy),
  );
  app.get(EVENT_FILES.logo, (request, reply) =>
    sendOriginal(pictures, request, reply, { file: join(packFolder, LOGO), cache: PICTURE_CACHE }),
  );

  for (const campaign of ['speakers', 'sponsors'] as const) {
    app.get<{ Params: { slug: string } }>(`/event/${campaign}/:slug`, async (request, reply) => {
      const { slug } = request.params;
      // A pack has no other names, and PostgreSQL does not accept every text in a query.
      if (!isPictureName(slug)) reject('notFound', 'Not found.');
      const found = await findPicture(db, packFolder, { campaign, slug });
      if (!found) reject('notFound', 'Not found.');
      const { file, version } = found;
      const asked = version ? sizedParams.safeParse(request.query).data : undefined;
      if (!asked || !version) return sendOriginal(pictures, request, reply, { file, cache: PICTURE_CACHE });
      const sized = await sizer.find({ file, version }, { width: asked.w, format: asked.f });
      if (sized) {
        // A client with an older list asks for a version that is gone.
        const cache = asked.v === version ? SIZED_CACHE : SUBSTITUTE_CACHE;
        try {
          return await sendPicture(pictures, request, reply, { file: sized, cache });
        } catch (error) {
          request.log.error(error, 'a sized picture cannot be read');
        }
      }
      return sendOriginal(pictures, request, reply, { file, cache: SUBSTITUTE_CACHE });
    });
  }
}

function infoOf(event: EventRow): EventInfo {
  return {
    name: event.name,
    host: event.host,
    tagline: event.tagline,
    timeZone: event.time_zone,
    startDate: isoTime(event.starts_at),
    endDate: isoTime(event.ends_at),
    helpDesk: { email: event.help_desk_email, phone: event.help_desk_phone },
    termsVersion: event.terms_version,
    welcome: event.welcome,
    thanks: event.thanks,
    names: namesOf(event),
  };
}

interface SentPicture {
  file: string;
  cache: string;
}

async function sendOriginal(
  pictures: PictureCache,
  request: FastifyRequest,
  reply: FastifyReply,
  picture: SentPicture,
): Promise<FastifyReply> {
  return sendPicture(pictures, request, reply, picture).catch((error: Error) => {
    // The pack was checked when it was loaded. A file that is missing since concerns the organizer, not the attendee.
    request.log.error(error, 'a picture of the event pack is missing');
    return reject('notFound', 'Not found.');
  });
}

/**
 * Neither copies nor hashes the picture for each request: it may have 10 MB, and anyone may ask for it.
 * @throws what reading the file throws
 */
async function sendPicture(
  pictures: PictureCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { file, cache }: SentPicture,
): Promise<FastifyReply> {
  setHeaders(reply, pictureType(file), cache).header('content-security-policy', PICTURE_POLICY);
  const picture = await pictures.read(file);
  const body = picture === 'large' ? prepareFile(request, reply, file) : prepareKnown(request, reply, picture);
  return reply.send(await body);
}

const setHeaders = (reply: FastifyReply, type: string, cache: string): FastifyReply =>
  reply.headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' }).type(type);

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
export function manifestRoute(app: FastifyInstance, { packFolder, db }: Omit<EventFilesOptions, 'sizer'>): void {
  const iconOf = async (share: number) => {
    // The pack was checked when it was loaded; a logo that is missing since leaves the app's own icons.
    const logo = await readFile(join(packFolder, LOGO)).catch(() => undefined);
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
