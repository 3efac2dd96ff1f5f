import { FILTER_DAYS } from '@companion/contract/content';
import { completeNames, DEFAULT_TIME_ZONE, type EventNames } from '@companion/contract/eventDefaults';
import type { EventRow } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/**
 * The event of the loaded pack. A server loads one at its start.
 * @throws Error that names the command, when no pack has been loaded
 */
export function getEvent(db: ReadDatabase): Promise<EventRow> {
  return db
    .selectFrom('events')
    .selectAll()
    .executeTakeFirstOrThrow(() => new Error('There is no event yet: load one first, with the command "load".'));
}

/** The names of the event. A node of an earlier version has written none. */
export const namesOf = ({ names }: Pick<EventRow, 'names'>): EventNames =>
  names === null ? completeNames({}, FILTER_DAYS) : JSON.parse(names);

/** The organization types of the event, in their order; the defaults where there is no event yet. */
export async function readOrganizationTypes(db: ReadDatabase): Promise<readonly string[]> {
  const event = await db.selectFrom('events').select('names').executeTakeFirst();
  return namesOf(event ?? { names: null }).organizationTypes;
}

/** The zone of the event, in which its days begin and its times are shown. */
export const readTimeZone = async (db: ReadDatabase): Promise<string> =>
  (await db.selectFrom('events').select('time_zone').executeTakeFirst())?.time_zone ?? DEFAULT_TIME_ZONE;
