import { sql } from 'kysely';
import type { ChangeTopic } from './db/eventSchema.ts';
import type { Transacting } from './transact.ts';

/**
 * Reports a change to those who watch live, on every node, once the transaction is committed. Call it last in the
 * transaction: the counter's row stays locked until the commit, so that changes are numbered in the order of their
 * commits, and all writers of changes wait for it. For actions of staff and commands only, never for what attendees send.
 * @param ref what it concerns, such as a question's id; no personal data, because an erasure does not look here
 */
export async function recordChange(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  topic: ChangeTopic,
  ref: string,
): Promise<void> {
  const { seq } = await db
    .insertInto('change_counter')
    .values({ id: 1, seq: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq: sql`change_counter.seq + 1` }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  await db.insertInto('changes').values({ seq, topic, ref, at: now() }).execute();
}
