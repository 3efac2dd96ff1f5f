import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { findQueued } from './audienceQuestionQueries.ts';

interface StateOfAudienceQuestion {
  id: string;
  state: AudienceQuestionState;
}

export interface Moderated {
  /** Those that were given, with their states. */
  audienceQuestions: QueuedAudienceQuestion[];
  /** The states before of all that have changed. */
  before: StateOfAudienceQuestion[];
}

/**
 * Gives questions from the hall a state: all, or none if one is unknown. One that is pinned takes the place of the
 * session's pinned one, which is shown from then on. Those that were dismissed with their accounts are left out.
 */
export async function moderateAudienceQuestions(tx: Transacting, given: StateOfAudienceQuestion[]): Promise<Moderated> {
  const { db } = tx;
  const ids = [...new Set(given.map(({ id }) => id))];
  const found = await db.selectFrom('audience_questions').select('content_id').where('id', 'in', ids).execute();
  if (found.length < ids.length) reject('notFound', 'There is no such question.');
  const contentIds = [...new Set(found.map(({ content_id }) => content_id))].sort();
  // Locked in one order, so that two moderators wait for each other, and never pin two questions of one session.
  for (const contentId of contentIds) {
    await db
      .updateTable('content')
      .set((row) => ({ revision: row.ref('revision') }))
      .where('id', '=', contentId)
      .execute();
  }
  const asked = await findQueued(tx, ids);
  const pinned = await db
    .selectFrom('audience_questions')
    .select(['id', 'state', 'content_id as contentId', 'standing'])
    .where('content_id', 'in', contentIds)
    .where('state', '=', 'pinned')
    .execute();
  // No queue has it any more, so an undo could not name it.
  const dismissed = pinned.filter(({ standing }) => standing === 'dismissed').map(({ id }) => id);

  const states = new Map<string, StateOfAudienceQuestion & { contentId: string }>();
  for (const { standing: _, ...one } of pinned) states.set(one.id, one);
  for (const one of asked) states.set(one.id, one);
  const after = new Map([...states].map(([id, { state }]) => [id, state]));
  for (const { id, state } of given) {
    if (!asked.some((one) => one.id === id)) continue;
    if (state === 'pinned') {
      for (const [other, { contentId }] of states) {
        const isOfSession = contentId === states.get(id)?.contentId;
        if (isOfSession && after.get(other) === 'pinned') after.set(other, 'shown');
      }
    }
    after.set(id, state);
  }
  const before = [...states.values()].filter(({ id, state }) => after.get(id) !== state);
  // In one order, as by those who lock questions to count their upvotes.
  for (const { id } of before.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    await db
      .updateTable('audience_questions')
      .set({ state: after.get(id) ?? 'pending', updated_at: tx.now() })
      .where('id', '=', id)
      .execute();
  }
  const audienceQuestions = await findQueued(tx, ids);
  for (const contentId of contentIds) await recordChange(tx, 'audienceQuestions', contentId);
  const undone = before.filter(({ id }) => !dismissed.includes(id));
  return { audienceQuestions, before: undone.map(({ id, state }) => ({ id, state })) };
}
