import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A transaction that locks more than one account, or an account and a ticket, takes this lock first. On all nodes such
 * transactions run one after another, so they cannot deadlock. It is the lock on the event's row, which otherwise only
 * the loading of an event pack writes.
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
