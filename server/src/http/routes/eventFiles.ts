import { EVENT_FILES, type EventInfo } from '@companion/contract/event';
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@companion/contract/picture';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AssetFiles } from '../../event/assetFiles.ts';
import { getEvent, namesOf } from '../../event/eventQueries.ts';
import { PictureCache } from '../../event/pictureCache.ts';
import { isPictureName } from '../../event/pictureFile.ts';
import { findPicture, listOriginals } from '../../event/pictureQueries.ts';
import { PictureSizer } from '../../event/pictureSizer.ts';
import { sizedFolder } from '../../event/pictureSizes.ts';
import type { EventRow } from '../../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { isoTime } from '../../platform/time.ts';
import { sendAsset, sendPicture, setHeaders } from '../sendPicture.ts';

/** Asked for each time, mostly for a 304: with the zone of another event every time on the phone would be wrong. */
const INFO_CACHE = 'public, no-cache';
const TEXT_CACHE = 'public, max-age=60, stale-while-revalidate=600';
const PICTURE_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';
/** The address of a sized picture names its content. */
const SIZED_CACHE = 'public, max-age=31536000, immutable';
/** In place of what was asked for, which may be there soon. */
const SUBSTITUTE_CACHE = 'public, max-age=60';

/** As `sizedQuery` of the contract writes it. With any other query the original is sent. */
const sizedParams = z.object({
  v: z.string(),
  w: z.string().transform(Number).pipe(z.literal(PICTURE_WIDTHS)),
  f: z.enum(PICTURE_FORMATS),
});

interface EventFilesOptions {
  db: ReadDatabase;
  assets: AssetFiles;
  sizer: PictureSizer;
}

/** Sizes the pictures of the event once the server listens, so that its start does not wait for them. */
export function startPictureSizer(
  app: FastifyInstance,
  { config, db, now }: Services,
  assets: AssetFiles,
): PictureSizer {
  const sizer = new PictureSizer(sizedFolder(config.dataDir), (text) => app.log.warn(text));
  const stop = new AbortController();
  const makeAll = async () => {
    await sizer.makeAll(await listOriginals(db, assets, stop.signal), now());
    stop.signal.throwIfAborted();
    await assets.removeUnknown(now());
  };
  let made: Promise<void> | undefined;
  app.addHook('onListen', async () => {
    // Not awaited: the hook would delay the start.
    made = makeAll().catch((error: unknown) => {
      if (!stop.signal.aborted) app.log.error(error, 'the pictures of the event cannot be prepared');
    });
  });
  app.addHook('onClose', async () => {
    stop.abort();
    sizer.close();
    // It reads the database, which is closed next.
    await made;
  });
  return sizer;
}

/** Serves the event's summary, texts and pictures. */
export function eventFiles(app: FastifyInstance, { db, assets, sizer }: EventFilesOptions): void {
  const pictures = new PictureCache();
  const html = 'text/html; charset=utf-8';

  app.get(EVENT_FILES.info, async (_, reply) =>
    setHeaders(reply, 'application/json; charset=utf-8', INFO_CACHE).send(JSON.stringify(infoOf(await getEvent(db)))),
  );
  app.get(EVENT_FILES.about, async (_, reply) => setHeaders(reply, html, TEXT_CACHE).send((await getEvent(db)).about));
  app.get(EVENT_FILES.privacyPolicy, async (_, reply) =>
    setHeaders(reply, html, TEXT_CACHE).send((await getEvent(db)).privacy_policy),
  );
  const sendOriginal = (request: FastifyRequest, reply: FastifyReply, sha256: string, cache: string) =>
    sendAsset({ assets, pictures }, request, reply, { sha256, cache });
  app.get(EVENT_FILES.logo, async (request, reply) =>
    sendOriginal(request, reply, (await getEvent(db)).logo ?? '', PICTURE_CACHE),
  );

  for (const campaign of ['speakers', 'sponsors'] as const) {
    app.get<{ Params: { slug: string } }>(`/event/${campaign}/:slug`, async (request, reply) => {
      const { slug } = request.params;
      // A pack has no other names, and PostgreSQL does not accept every text in a query.
      if (!isPictureName(slug)) reject('notFound', 'Not found.');
      const found = await findPicture(db, { campaign, slug });
      if (!found) reject('notFound', 'Not found.');
      const { asset, version } = found;
      const asked = version ? sizedParams.safeParse(request.query).data : undefined;
      if (!asked || !version) return sendOriginal(request, reply, asset, PICTURE_CACHE);
      const original = await assets.find(asset);
      const size = { width: asked.w, format: asked.f };
      // Without a file nothing is resized.
      const sized =
        original && 'file' in original ? await sizer.find({ file: original.file, version }, size) : undefined;
      if (sized) {
        // A client with an older list asks for a version that is gone.
        const cache = asked.v === version ? SIZED_CACHE : SUBSTITUTE_CACHE;
        try {
          return await sendPicture(pictures, request, reply, { file: sized, cache });
        } catch (error) {
          request.log.error(error, 'a sized picture cannot be read');
        }
      }
      return sendOriginal(request, reply, asset, SUBSTITUTE_CACHE);
    });
  }
}

function infoOf(event: EventRow): EventInfo {
  const { tiers: _, ...names } = namesOf(event);
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
    ...names,
  };
}
