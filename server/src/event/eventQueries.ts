import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { EventRow } from '../platform/db/schema.ts';

/**
 * The event whose pack was loaded; there is one from the server's start on.
 * @throws Error that says so, for a command that runs before that
 */
export function getEvent(db: ReadDatabase): Promise<EventRow> {
  return db
    .selectFrom('events')
    .selectAll()
    .executeTakeFirstOrThrow(() => new Error('There is no event yet: load one first, with the command "load".'));
}
