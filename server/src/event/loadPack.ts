import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Pack } from './readPack.ts';

/**
 * Brings the event's tables to what the pack says, all or nothing; loading it again changes nothing. What the pack
 * no longer has is hidden, for what attendees wrote hangs on it.
 */
export async function loadPack(db: Kysely<Database>, { event, campaigns, questions, content }: Pack): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // First, so that nodes which start together take turns on this row.
    await trx
      .insertInto('events')
      .values(event)
      .onConflict((clash) => clash.column('id').doUpdateSet(event))
      .execute();
    await trx.deleteFrom('events').where('id', '!=', event.id).execute();

    for (const row of campaigns) {
      await trx
        .insertInto('campaigns')
        .values(row)
        .onConflict((clash) => clash.column('id').doUpdateSet(row))
        .execute();
    }
    for (const row of questions) {
      await trx
        .insertInto('questions')
        .values(row)
        .onConflict((clash) => clash.column('id').doUpdateSet(row))
        .execute();
    }
    for (const row of content) {
      await trx
        .insertInto('content')
        .values(row)
        .onConflict((clash) => clash.column('id').doUpdateSet(row))
        .execute();
    }

    const kept = [['campaigns', campaigns] as const, ['questions', questions] as const, ['content', content] as const];
    for (const [table, rows] of kept) {
      const ids = rows.map(({ id }) => id);
      await trx
        .updateTable(table)
        .set({ hidden: 1 })
        // PostgreSQL has no empty list.
        .$if(ids.length > 0, (update) => update.where('id', 'not in', ids))
        .execute();
    }
  });
}
