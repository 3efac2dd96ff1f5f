import { hash } from 'node:crypto';
import { createOwnCalendar, endOwnCalendar, getCalendar, getOwnCalendar } from '@companion/contract/calendar';
import type { FastifyReply } from 'fastify';
import {
  type CalendarEvent,
  type CalendarItem,
  findCalendarEvent,
  listCalendarItems,
} from '../../calendar/calendarQueries.ts';
import { findOwnCalendar, findSavedIn, makeOwnCalendar, nonceOf } from '../../calendar/ownCalendar.ts';
import { writeCalendar } from '../../calendar/writeCalendar.ts';
import { lockSession } from '../../identity/session/sessionStore.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { prepareKnown } from '../etagAndCompression.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount, limitFlood } from '../limits.ts';

/** Calendar apps read every quarter of an hour at most; some read several times in a row. */
const OWN_READS = { max: 30, window: 5 * MINUTE };

/**
 * The agenda for calendar apps, next to the event's other files. Calendar apps cannot sign in, so the address contains a
 * key. It is the same for all attendees, and only a session can read it.
 */
export function calendarRoutes(api: Api): void {
  const { app, services } = api;
  const { config, db, keys } = services;
  const { appUrl } = config;
  /** Kept until it changes, because thousands of phones request the same. */
  const agenda = keepFor(services, Number.POSITIVE_INFINITY, async () => {
    const event = await findCalendarEvent(db);
    const items = await listCalendarItems(db, event.id);
    return { version: versionOf(event), items, feed: writeCalendar(event, items, { appUrl, isFeed: true }) };
  });

  const keyOf = (event: CalendarEvent) => mac(keys.calendar, event.id);

  handle(api, getCalendar, async () => {
    const folder = `${appUrl}/event/calendar/${keyOf(await findCalendarEvent(db))}`;
    return { results: { feed: `${folder}/agenda.ics`, item: `${folder}/agenda/{contentId}.ics` } };
  });

  app.get<{ Params: { key: string } }>('/event/calendar/:key/agenda.ics', async ({ params }, reply) => {
    const event = await eventOf(params.key);
    return send(reply, (await agendaOf(event)).feed, event.id);
  });

  app.get<{ Params: { key: string; contentId: string } }>(
    '/event/calendar/:key/agenda/:contentId.ics',
    async ({ params }, reply) => {
      const event = await eventOf(params.key);
      const { items } = await agendaOf(event);
      // A removed item has no page either; subscribers see the removal in the feed.
      const item =
        items.find(({ id, hidden }) => id === params.contentId && !hidden) ?? reject('notFound', 'Not found.');
      return send(reply, writeCalendar(event, [item], { appUrl, isFeed: false }), item.id);
    },
  );

  ownCalendar(api, agendaOf);

  async function eventOf(key: string): Promise<CalendarEvent> {
    const event = await findCalendarEvent(db);
    return sameText(key, keyOf(event)) ? event : reject('notFound', 'Not found.');
  }

  function agendaOf(event: CalendarEvent) {
    return agenda.currentUnless(({ version }) => version !== versionOf(event));
  }
}

/** What one person has saved, for their own calendar: at an address that they make, and end. */
function ownCalendar(api: Api, agendaOf: (event: CalendarEvent) => Promise<{ items: readonly CalendarItem[] }>): void {
  const { app, services } = api;
  const { config, db, keys } = services;
  const { appUrl } = config;
  const addressOf = (token: string) => `${appUrl}/event/calendar/${token}/mine.ics`;

  handle(api, getOwnCalendar, async ({ me }) => {
    const token = await findOwnCalendar(db, keys, me.accountId);
    return { results: { feed: token === undefined ? null : addressOf(token) } };
  });

  handle(api, createOwnCalendar, ({ me }) =>
    transact(services, async (tx) => {
      // The end of a session ends the calendar, so a session that has ended must not make another.
      await lockSession(tx, me);
      await limitAccount(tx, createOwnCalendar, me.accountId);
      return { results: { feed: addressOf(await makeOwnCalendar(tx, me.accountId)) } };
    }),
  );

  handle(api, endOwnCalendar, async ({ me }) => {
    await autocommit(services, (writer) =>
      writer.deleteFrom('own_calendars').where('account_id', '=', me.accountId).execute(),
    );
    return { message: 'The address no longer works.' };
  });

  app.get<{ Params: { token: string } }>('/event/calendar/:token/mine.ics', async (request, reply) => {
    const { params } = request;
    const nonce = nonceOf(keys, params.token) ?? reject('notFound', 'Not found.');
    await limitFlood(services, { key: `own calendar ${nonce}`, ...OWN_READS });
    const saved = (await findSavedIn(db, nonce)) ?? reject('notFound', 'Not found.');
    const event = await findCalendarEvent(db);
    const items = (await agendaOf(event)).items.filter(({ id }) => saved.has(id));
    const feed = writeCalendar({ ...event, name: `Mine: ${event.name}` }, items, { appUrl, isFeed: true });
    asCalendar(reply, `${event.id}-mine`)
      // A browser must not keep it: the next person may have the phone. Calendar apps ask with the ETag all the same.
      .header('cache-control', 'no-store');
    const content = Buffer.from(feed);
    return reply.send(await prepareKnown(request, reply, { etag: hash('sha256', content, 'base64url'), content }));
  });
}

const versionOf = (event: CalendarEvent): string => JSON.stringify(event);

const send = (reply: FastifyReply, calendar: string, name: string): FastifyReply =>
  // Private, because the address is secret; revalidated, because times change.
  asCalendar(reply, name).header('cache-control', 'private, no-cache').send(calendar);

const asCalendar = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .headers({
      // Opened rather than stored, so that a phone offers to add it to the calendar.
      'content-disposition': `inline; filename="${name.replace(/[^\w-]+/g, '-')}.ics"`,
      'x-content-type-options': 'nosniff',
    })
    .type('text/calendar; charset=utf-8; method=PUBLISH');
