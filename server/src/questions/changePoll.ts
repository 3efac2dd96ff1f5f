import type { Poll, PollChange } from '@companion/contract/staff/polls';
import { lockStage } from '../live/lockStage.ts';
import { recordChange } from '../live/recordChange.ts';
import { DomainError, reject } from '../platform/domainError.ts';
import { SECOND } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { findPoll, listPolls } from './pollQueries.ts';
import type { QuestionKey } from './questionQueries.ts';

const UNKNOWN = 'There is no such question.';

/** Another member has changed the poll since the caller read it. */
export class PollConflict extends DomainError {
  declare readonly current: Poll;

  constructor(current: Poll) {
    super('conflict', 'Another member of the staff has changed this poll.', { current });
  }
}

/**
 * Opens, closes, reveals or stages a poll. Its answers stay in every state.
 * @throws PollConflict when `version` is not the current one
 */
export async function changePoll(tx: Transacting, key: QuestionKey, change: PollChange): Promise<Poll> {
  const { db } = tx;
  await lockStage(tx);
  // After the lock, so that a countdown and the closing by hand are compared with one time.
  const now = tx.now();
  const before = (await findPoll(db, key, now)) ?? reject('notFound', UNKNOWN);
  if (before.version !== change.version) throw new PollConflict(before);

  const state = change.state ?? before.state;
  const isOnStage = state !== 'archived' && (change.isOnStage ?? before.isOnStage);
  if (change.isOnStage && !isOnStage) refuse('isOnStage', 'An archived poll cannot be on stage');
  if (typeof change.closesInSeconds === 'number' && state !== 'open') {
    refuse('closesInSeconds', 'Only an open poll can have a countdown');
  }
  const opened = state === 'open' && before.state !== 'open' ? { opened_at: now } : {};
  const row = {
    ...opened,
    state,
    shown_to: change.shownTo ?? before.shownTo,
    closes_at: closesAt(before, state, change.closesInSeconds, now),
    version: before.version + 1,
  };
  await db
    .insertInto('polls')
    .values({ question_id: key.questionId, stage_position: null, ...row })
    .onConflict((clash) => clash.column('question_id').doUpdateSet(row))
    .execute();
  if (isOnStage !== before.isOnStage) {
    await db
      .updateTable('stage')
      .set({ question_id: isOnStage ? key.questionId : null, content_id: null })
      .execute();
  }
  const after = (await findPoll(db, key, now)) ?? reject('notFound', UNKNOWN);
  // Last: other writers of changes wait from here to the commit.
  if (after.state !== before.state) await recordChange(tx, 'questions', key.questionId);
  // A countdown off stage: so that the nodes learn when it ends.
  const isStaged = after.isOnStage || before.isOnStage || after.closesAt !== before.closesAt;
  if (isStaged) await recordChange(tx, 'stage', key.questionId);
  return after;
}

/** When a poll that gets this state closes, or closed. */
function closesAt(before: Poll, state: Poll['state'], countdown: PollChange['closesInSeconds'], now: number) {
  if (state === 'open' && countdown) return now + countdown * SECOND;
  const known = before.closesAt === null ? null : Date.parse(before.closesAt);
  if (state === 'closed') {
    if (before.state === 'closed') return known;
    // Only what was open has answers on their way.
    return before.state === 'open' ? now : null;
  }
  return state === 'open' && before.state === 'open' && countdown !== null ? known : null;
}

/**
 * Gives these polls their places in the running order of the stage; all others have none.
 * @returns every poll
 */
export async function setRunningOrder(tx: Transacting, order: QuestionKey[]): Promise<Poll[]> {
  const { db } = tx;
  await lockStage(tx);
  const all = await listPolls(db, tx.now());
  const ids = order.map(({ questionId }) => questionId);
  if (new Set(ids).size < ids.length) refuse('polls', 'A poll can be in the running order once');
  for (const { campaignId, questionId } of order) {
    if (!all.some((poll) => poll.id === questionId && poll.campaignId === campaignId)) reject('notFound', UNKNOWN);
  }
  await db.updateTable('polls').set({ stage_position: null }).execute();
  for (const [stage_position, question_id] of ids.entries()) {
    await db
      .insertInto('polls')
      .values({ question_id, state: 'open', shown_to: 'none', closes_at: null, version: 0, stage_position })
      .onConflict((clash) => clash.column('question_id').doUpdateSet({ stage_position }))
      .execute();
  }
  return listPolls(db, tx.now());
}

const refuse = (field: string, message: string): never =>
  reject('invalid', 'Please check what you entered.', { [field]: message });
