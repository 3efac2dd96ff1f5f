import type { AskState } from '@companion/contract/ask';
import type { QueuedAsk } from '@companion/contract/staff/askQueue';
import { recordChange } from '../live/recordChange.ts';
import { reject } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';
import { findQueued } from './askQueries.ts';

interface StateOfAsk {
  id: string;
  state: AskState;
}

export interface Moderated {
  /** Those that were given, with their states. */
  asks: QueuedAsk[];
  /** The states before of all that have changed. */
  before: StateOfAsk[];
}

/**
 * Gives questions from the hall a state, all or none. One that is pinned takes the place of the session's pinned one,
 * which is shown from then on.
 */
export async function moderateAsks(tx: Transacting, given: StateOfAsk[]): Promise<Moderated> {
  const { db } = tx;
  const ids = [...new Set(given.map(({ id }) => id))];
  const sessions = await db.selectFrom('asks').select('content_id').distinct().where('id', 'in', ids).execute();
  const contentIds = sessions.map(({ content_id }) => content_id).sort();
  // Locked in one order, so that two moderators wait for each other, and never pin two questions of one session.
  for (const contentId of contentIds) {
    await db
      .updateTable('content')
      .set((row) => ({ revision: row.ref('revision') }))
      .where('id', '=', contentId)
      .execute();
  }
  const asked = await findQueued(db, ids);
  if (asked.length < ids.length) reject('notFound', 'There is no such question.');
  const pinned = await db
    .selectFrom('asks')
    .select(['id', 'state', 'content_id as contentId'])
    .where('content_id', 'in', contentIds)
    .where('state', '=', 'pinned')
    .execute();

  const states = new Map<string, StateOfAsk & { contentId: string }>();
  for (const one of [...pinned, ...asked]) states.set(one.id, one);
  const after = new Map([...states].map(([id, { state }]) => [id, state]));
  for (const { id, state } of given) {
    if (state === 'pinned') {
      for (const [other, { contentId }] of states) {
        const isOfSession = contentId === states.get(id)?.contentId;
        if (isOfSession && after.get(other) === 'pinned') after.set(other, 'shown');
      }
    }
    after.set(id, state);
  }
  const before = [...states.values()].filter(({ id, state }) => after.get(id) !== state);
  for (const { id } of before) {
    await db
      .updateTable('asks')
      .set({ state: after.get(id) ?? 'pending', updated_at: tx.now() })
      .where('id', '=', id)
      .execute();
  }
  const asks = await findQueued(db, ids);
  for (const contentId of contentIds) await recordChange(tx, 'asks', contentId);
  return { asks, before: before.map(({ id, state }) => ({ id, state })) };
}
