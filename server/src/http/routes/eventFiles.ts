import { join } from 'node:path';
import { EVENT_FILES, type EventInfo } from '@companion/contract/event';
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@companion/contract/picture';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { getEvent } from '../../event/eventQueries.ts';
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
import { prepareKnown } from '../encodedAnswers.ts';
import { prepareFile } from '../prepareFile.ts';

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

/** Serves the event's summary, texts and pictures. */
export function eventFiles(app: FastifyInstance, { packFolder, db, sizer }: EventFilesOptions): void {
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
    startDate: isoTime(event.starts_at),
    endDate: isoTime(event.ends_at),
    helpDesk: { email: event.help_desk_email, phone: event.help_desk_phone },
    termsVersion: event.terms_version,
    welcome: event.welcome,
    thanks: event.thanks,
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
