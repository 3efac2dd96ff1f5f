import { join } from 'node:path';
import { EVENT_FILES, type EventInfo } from '@companion/contract/event';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getEvent } from '../../event/eventQueries.ts';
import { PICTURE_FOLDERS } from '../../event/packContent.ts';
import { LOGO } from '../../event/packSource.ts';
import { PictureCache } from '../../event/pictureCache.ts';
import { isPictureName, pictureType } from '../../event/pictureFile.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { EventRow } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';

const TEXT_CACHE = 'public, max-age=60, stale-while-revalidate=600';
const PICTURE_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

/** An SVG that is opened directly is a page of this origin; the policy forbids it everything. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the event's summary, texts and pictures. `buildApp` adds the ETags. */
export function eventFiles(app: FastifyInstance, { packFolder, db }: { packFolder: string; db: ReadDatabase }): void {
  const pictures = new PictureCache();
  const html = 'text/html; charset=utf-8';

  app.get(EVENT_FILES.info, async (_, reply) =>
    send(reply, JSON.stringify(infoOf(await getEvent(db))), 'application/json; charset=utf-8', TEXT_CACHE),
  );
  app.get(EVENT_FILES.about, async (_, reply) => send(reply, (await getEvent(db)).about, html, TEXT_CACHE));
  app.get(EVENT_FILES.privacyPolicy, async (_, reply) =>
    send(reply, (await getEvent(db)).privacy_policy, html, TEXT_CACHE),
  );
  app.get(EVENT_FILES.logo, (request, reply) => sendPicture(pictures, request, reply, join(packFolder, LOGO)));

  for (const campaign of ['speakers', 'sponsors'] as const) {
    app.get<{ Params: { slug: string } }>(`/event/${campaign}/:slug`, async (request, reply) => {
      const { slug } = request.params;
      // A pack has no other names, and PostgreSQL does not accept every text in a query.
      if (!isPictureName(slug)) reject('notFound', 'Not found.');
      // Only names of the pack are opened, so no path can leave its folder.
      const named = await db
        .selectFrom('content')
        .select('slug')
        .where('campaign_id', '=', campaign)
        .where('slug', '=', slug)
        .where('hidden', '=', 0)
        .executeTakeFirst();
      if (!named?.slug) reject('notFound', 'Not found.');
      return sendPicture(pictures, request, reply, join(packFolder, PICTURE_FOLDERS[campaign], named.slug));
    });
  }
}

function infoOf(event: EventRow): EventInfo {
  return {
    name: event.name,
    host: event.host,
    tagline: event.tagline,
    startDate: new Date(event.starts_at).toISOString(),
    endDate: new Date(event.ends_at).toISOString(),
    helpDesk: { email: event.help_desk_email, phone: event.help_desk_phone },
    termsVersion: event.terms_version,
    welcome: event.welcome,
    thanks: event.thanks,
  };
}

async function sendPicture(
  pictures: PictureCache,
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
): Promise<FastifyReply> {
  const bytes = await pictures.read(file).catch((error: Error) => {
    // The pack was checked when it was loaded. A file that is missing since concerns the organizer, not the attendee.
    request.log.error(error, 'a picture of the event pack is missing');
    return reject('notFound', 'Not found.');
  });
  reply.header('content-security-policy', PICTURE_POLICY);
  return send(reply, bytes, pictureType(file), PICTURE_CACHE);
}

function send(reply: FastifyReply, body: string | Buffer, type: string, cache: string): FastifyReply {
  return reply.headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' }).type(type).send(body);
}
