import type { NotNull } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** The data of the event that all calendars depend on. */
export type CalendarEvent = Awaited<ReturnType<typeof findCalendarEvent>>;

/** The event, and a number that rises whenever one of its items changes. */
export function findCalendarEvent(db: ReadDatabase) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'time_zone'])
    .select((event) => [
      // Items are never deleted: a new one adds a row, a change raises a revision.
      event
        .selectFrom('content')
        .select((item) => item(item.fn.countAll<number>(), '+', item.fn.sum<number>('revision')).as('state'))
        .as('state'),
    ])
    .executeTakeFirstOrThrow();
}

/** An item that a calendar can show. */
export type CalendarItem = Awaited<ReturnType<typeof listCalendarItems>>[number];

/** The items of the agenda, in its order, including those that this event had earlier. */
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
