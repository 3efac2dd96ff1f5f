import { getCalendar } from '@companion/contract/calendar';
import type { FastifyReply } from 'fastify';
import {
  type CalendarEvent,
  type CalendarItem,
  findCalendarEvent,
  listCalendarItems,
} from '../../calendar/calendarQueries.ts';
import { writeCalendar } from '../../calendar/writeCalendar.ts';
import { reject } from '../../platform/errors.ts';
import { mac, sameText } from '../../platform/keys.ts';
import { type Api, handle } from '../handle.ts';

/** The agenda as it was when it last changed: thousands of phones ask for the same. */
interface Kept {
  of: string;
  items: Promise<CalendarItem[]>;
  feed: Promise<string>;
}

/**
 * The agenda for calendar programs, beside the event's other files. They cannot sign in: the key in the address is their
 * leave, the same for all attendees, and told to those only who have a session.
 */
export function calendarRoutes(api: Api): void {
  const { app, services } = api;
  const { config, db, keys } = services;
  const { appUrl } = config;
  let kept: Kept | undefined;

  const keyOf = (event: CalendarEvent) => mac(keys.calendar, event.id);

  handle(api, getCalendar, async () => {
    const folder = `${appUrl}/event/calendar/${keyOf(await findCalendarEvent(db))}`;
    return { results: { feed: `${folder}/agenda.ics`, item: `${folder}/agenda/{contentId}.ics` } };
  });

  app.get<{ Params: { key: string } }>('/event/calendar/:key/agenda.ics', async ({ params }, reply) => {
    const event = await eventOf(params.key);
    return send(reply, await agendaOf(event).feed, event.id);
  });

  app.get<{ Params: { key: string; contentId: string } }>(
    '/event/calendar/:key/agenda/:contentId.ics',
    async ({ params }, reply) => {
      const event = await eventOf(params.key);
      const items = await agendaOf(event).items;
      // One that was taken out of the agenda has no page either; who subscribed is told by the feed.
      const item =
        items.find(({ id, hidden }) => id === params.contentId && !hidden) ?? reject('notFound', 'Not found.');
      return send(reply, writeCalendar(event, [item], { appUrl, isFeed: false }), item.id);
    },
  );

  async function eventOf(key: string): Promise<CalendarEvent> {
    const event = await findCalendarEvent(db);
    return sameText(key, keyOf(event)) ? event : reject('notFound', 'Not found.');
  }

  function agendaOf(event: CalendarEvent): Kept {
    const of = JSON.stringify(event);
    if (kept?.of === of) return kept;
    const items = listCalendarItems(db, event.id);
    const made = { of, items, feed: items.then((all) => writeCalendar(event, all, { appUrl, isFeed: true })) };
    kept = made;
    // What failed is not kept: the next one to ask tries again.
    made.feed.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made;
  }
}

function send(reply: FastifyReply, calendar: string, name: string): FastifyReply {
  return reply
    .headers({
      // Not to be shared, for the address is a secret; asked for anew, and answered 304, for times change.
      'cache-control': 'private, no-cache',
      // Opened rather than stored: a phone then offers to add it to the calendar.
      'content-disposition': `inline; filename="${name.replace(/[^\w-]+/g, '-')}.ics"`,
      'x-content-type-options': 'nosniff',
    })
    .type('text/calendar; charset=utf-8; method=PUBLISH')
    .send(calendar);
}
