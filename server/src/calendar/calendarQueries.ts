import type { NotNull } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** What all calendars of the event depend on. */
export type CalendarEvent = Awaited<ReturnType<typeof findCalendarEvent>>;

/** The event, and what rises whenever one of its items changes. */
export function findCalendarEvent(db: ReadDatabase) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'time_zone'])
    .select((event) => [
      // Nothing is ever deleted: a new item raises the number of rows, a change the revision of one.
      event
        .selectFrom('content')
        .select((item) => item(item.fn.countAll<number>(), '+', item.fn.sum<number>('revision')).as('state'))
        .as('state'),
    ])
    .executeTakeFirstOrThrow();
}

/** An item that a calendar can show, in the order of the agenda. */
export type CalendarItem = Awaited<ReturnType<typeof listCalendarItems>>[number];

/** What the agenda shows, and what this event had on it before. */
export function listCalendarItems(db: ReadDatabase, eventId: string) {
  return db
    .selectFrom('content')
    .select(['id', 'campaign_id', 'category', 'title', 'subtitle', 'body', 'room', 'starts_at', 'ends_at'])
    .select(['hidden', 'revision', 'changed_at'])
    .where('type', '=', 'Agenda')
    .where('category', '!=', 'Sponsor')
    .where('starts_at', 'is not', null)
    .where((item) => item.or([item('hidden', '=', 0), item('event_id', '=', eventId)]))
    .orderBy('starts_at')
    .orderBy('position')
    .orderBy('id')
    .$narrowType<{ starts_at: NotNull }>()
    .execute();
}
