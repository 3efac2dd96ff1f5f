import { getCalendar } from '@companion/contract/calendar';
import type { FastifyReply } from 'fastify';
import { type CalendarEvent, findCalendarEvent, listCalendarItems } from '../../calendar/calendarQueries.ts';
import { writeCalendar } from '../../calendar/writeCalendar.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import { keepFor } from '../../platform/keepFor.ts';
import { type Api, handle } from '../handle.ts';

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

  async function eventOf(key: string): Promise<CalendarEvent> {
    const event = await findCalendarEvent(db);
    return sameText(key, keyOf(event)) ? event : reject('notFound', 'Not found.');
  }

  const agendaOf = (event: CalendarEvent) => agenda.currentUnless(({ version }) => version !== versionOf(event));
}

const versionOf = (event: CalendarEvent): string => JSON.stringify(event);

function send(reply: FastifyReply, calendar: string, name: string): FastifyReply {
  return reply
    .headers({
      // Private, because the address is secret; revalidated, because times change.
      'cache-control': 'private, no-cache',
      // Opened rather than stored, so that a phone offers to add it to the calendar.
      'content-disposition': `inline; filename="${name.replace(/[^\w-]+/g, '-')}.ics"`,
      'x-content-type-options': 'nosniff',
    })
    .type('text/calendar; charset=utf-8; method=PUBLISH')
    .send(calendar);
}
