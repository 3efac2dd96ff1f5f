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
