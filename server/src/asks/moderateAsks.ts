import type { AskState } from '@companion/contract/ask';
import type { QueuedAsk } from '@companion/contract/staff/askQueue';
import { recordChange } from '../live/recordChange.ts';
import { reject } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';
import { findQueued } from './askQueries.ts';

/**
 * Gives questions from the hall a state, all or none. One that is pinned takes the place of the session's pinned one,
 * which is shown from then on.
 */
export async function moderateAsks(tx: Transacting, given: { id: string; state: AskState }[]): Promise<QueuedAsk[]> {
  const { db } = tx;
  const ids = [...new Set(given.map(({ id }) => id))];
  const before = await findQueued(db, ids);
  if (before.length < ids.length) reject('notFound', 'There is no such question.');
  const updated_at = tx.now();
  // Locked in one order, so that two moderators wait for each other, and never pin two questions of one session.
  for (const contentId of [...new Set(before.map((ask) => ask.contentId))].sort()) {
    await db
      .updateTable('content')
      .set((row) => ({ revision: row.ref('revision') }))
      .where('id', '=', contentId)
      .execute();
  }
  for (const { id, state } of given) {
    const contentId = before.find((ask) => ask.id === id)?.contentId ?? '';
    if (state === 'pinned') {
      await db
        .updateTable('asks')
        .set({ state: 'shown', updated_at })
        .where('content_id', '=', contentId)
        .where('state', '=', 'pinned')
        .where('id', '!=', id)
        .execute();
    }
    await db.updateTable('asks').set({ state, updated_at }).where('id', '=', id).execute();
  }
  const after = await findQueued(db, ids);
  for (const contentId of new Set(after.map((ask) => ask.contentId))) await recordChange(tx, 'asks', contentId);
  return after;
}
