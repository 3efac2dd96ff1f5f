import type { Kysely } from 'kysely';
import type { Database, EventRow } from '../db/schema.ts';

/** The event whose pack was loaded; there is one from the server's start on. */
export function getEvent(db: Kysely<Database>): Promise<EventRow> {
  return db.selectFrom('events').selectAll().executeTakeFirstOrThrow();
}
