import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * A transaction that locks more than one account, or an account and a ticket, takes this lock before any of them. They
 * take turns, on all nodes, so none waits for another that needs the same rows in another order. It is the lock on the
 * event's row, which nothing else writes but the loading of a pack.
 * @returns whether there is an event
 */
export async function lockManyAccounts(db: Kysely<Database>): Promise<boolean> {
  const event = await db
    .updateTable('events')
    .set((column) => ({ id: column.ref('id') }))
    .returning('id')
    .executeTakeFirst();
  return event !== undefined;
}
