import type { Kysely } from 'kysely';
import type { Person } from '../identity/accounts/findPerson.ts';
import type { Database } from '../platform/db/schema.ts';
import { readPerson } from './readPerson.ts';

/**
 * Everything that is stored about one person, as JSON text.
 * @param db a snapshot
 */
export async function exportPerson(db: Kysely<Database>, person: Person, takenAt: string): Promise<string> {
  const event = await db.selectFrom('events').select('name').executeTakeFirst();
  return `${JSON.stringify({ takenAt, event: event?.name ?? null, ...(await readPerson(db, person)) }, null, 2)}\n`;
}
