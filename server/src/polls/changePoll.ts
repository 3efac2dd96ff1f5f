import type { Poll, PollChange, PollStateChange } from '@companion/contract/staff/polls';
import { lockStage } from '../live/lockStage.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { DomainError, reject, rejectFields } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import { SECOND } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { findPoll, listPolls } from './pollQueries.ts';
import { firstShownTo } from './pollState.ts';
import type { QuestionKey } from './questionQueries.ts';

const UNKNOWN = 'There is no such question.';

/** Another member has changed the poll since the caller read it. */
export class PollConflict extends DomainError {
  declare readonly current: Poll;

  constructor(current: Poll) {
    super('conflict', 'Another member of the staff has changed this poll.', { current });
  }
}

/** Another member has changed one of several polls, or their order, since the caller read them. */
export class PollsConflict extends DomainError {
  declare readonly current: Poll[];

  constructor(message: string, current: Poll[]) {
    super('conflict', message, { current });
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

  await storeChange(tx, key, before, change, now);
  const after = (await findPoll(db, key, now)) ?? reject('notFound', UNKNOWN);
  // Last: other writers of changes wait from here to the commit.
  if (after.state !== before.state) await recordChange(tx, 'questions', key.questionId);
  if (concernsStage(before, after)) await recordChange(tx, 'stage', key.questionId);
  return after;
}

/** Off stage it is a countdown, so that the nodes learn when it ends. */
const concernsStage = (before: Poll, after: Poll): boolean =>
  after.isOnStage || before.isOnStage || after.closesAt !== before.closesAt;

/**
 * Gives several polls their states, all or none.
 * @returns every poll, and the ids of those that have changed
 * @throws PollsConflict when a version is not the current one
 */
export async function changePollStates(
  tx: Transacting,
  changes: PollStateChange[],
): Promise<{ polls: Poll[]; changed: string[] }> {
  await lockStage(tx);
  const now = tx.now();
  const all = await listPolls(tx.db, now);
  const named = changes.map((change) => ({ change, before: pollOf(all, change) ?? reject('notFound', UNKNOWN) }));
  if (hasRepeats(changes)) rejectFields({ polls: 'A poll can be named once' });
  if (named.some(({ change, before }) => before.version !== change.version)) {
    throw new PollsConflict('Another member of the staff has changed one of these polls.', all);
  }
  const changing = named.filter(({ change, before }) => before.state !== change.state);
  for (const { change, before } of changing) {
    const { state, backOnStage } = change;
    await storeChange(tx, change, before, { state, backOnStage }, now);
  }
  const polls = await listPolls(tx.db, now);
  // Last, as above.
  for (const { change, before } of changing) {
    await recordChange(tx, 'questions', before.id);
    if (concernsStage(before, pollOf(polls, change) ?? before)) await recordChange(tx, 'stage', before.id);
  }
  return { polls, changed: changing.map(({ before }) => before.id) };
}

const pollOf = (polls: Poll[], { campaignId, questionId }: QuestionKey): Poll | undefined =>
  polls.find((poll) => poll.id === questionId && poll.campaignId === campaignId);

const hasRepeats = (keys: QuestionKey[]): boolean =>
  new Set(keys.map(({ questionId }) => questionId)).size < keys.length;

async function storeChange(
  { db }: Transacting,
  key: QuestionKey,
  before: Poll,
  change: Omit<PollChange, 'version'>,
  now: number,
): Promise<void> {
  const state = change.state ?? before.state;
  const wanted = change.isOnStage ?? (before.isOnStage || (change.backOnStage === true && (await isStageFree(db))));
  const isOnStage = state !== 'archived' && wanted;
  if (change.isOnStage && !isOnStage) rejectFields({ isOnStage: 'An archived poll cannot be on stage' });
  if (typeof change.closesInSeconds === 'number' && state !== 'open') {
    rejectFields({ closesInSeconds: 'Only an open poll can have a countdown' });
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
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet(row))
    .execute();
  if (isOnStage !== before.isOnStage) {
    await db
      .updateTable('stage')
      .set({ question_id: isOnStage ? key.questionId : null, content_id: null })
      .execute();
  }
}

async function isStageFree(db: ReadDatabase): Promise<boolean> {
  const stage = await db.selectFrom('stage').select(['question_id', 'content_id']).executeTakeFirst();
  return !stage?.question_id && !stage?.content_id;
}

/** When a poll that gets this state closes, or closed. */
function closesAt(before: Poll, state: Poll['state'], countdown: PollChange['closesInSeconds'], now: number) {
  if (state === 'open' && countdown) return now + countdown * SECOND;
  const known = before.closesAt === null ? null : Date.parse(before.closesAt);
  if (state === 'open') return before.state === 'open' && countdown !== null ? known : null;
  // Archived and taken back, it still takes what was answered before it had closed.
  if (before.state !== 'open') return known;
  // Only what was open has answers on their way.
  return state === 'closed' ? now : null;
}

/**
 * Gives these polls their places in the running order of the stage; all others have none.
 * @param before the order that the caller has changed
 * @returns every poll
 * @throws PollsConflict when that is not the current order
 */
export async function setRunningOrder(tx: Transacting, order: QuestionKey[], before: QuestionKey[]): Promise<Poll[]> {
  const { db } = tx;
  await lockStage(tx);
  const all = await listPolls(db, tx.now());
  if (orderOf(all) !== JSON.stringify(before.map(({ questionId }) => questionId))) {
    throw new PollsConflict('Another member of the staff has changed the running order.', all);
  }
  if (hasRepeats(order)) rejectFields({ polls: 'A poll can be in the running order once' });
  for (const key of order) if (!pollOf(all, key)) reject('notFound', UNKNOWN);
  await db.updateTable('polls').set({ stage_position: null }).execute();
  for (const [stage_position, { campaignId, questionId }] of order.entries()) {
    const untouched = { state: 'open', shown_to: firstShownTo(campaignId), closes_at: null, version: 0 } as const;
    await db
      .insertInto('polls')
      .values({ question_id: questionId, ...untouched, stage_position })
      .onConflict((conflict) => conflict.column('question_id').doUpdateSet({ stage_position }))
      .execute();
  }
  // The next key of another host must put the poll on stage that is next now.
  await recordChange(tx, 'stage', 'running order');
  return listPolls(db, tx.now());
}

/** The ids of the polls in the running order, as JSON. */
function orderOf(polls: Poll[]): string {
  const staged = polls.filter(({ stagePosition }) => stagePosition !== null);
  staged.sort((one, other) => Number(one.stagePosition) - Number(other.stagePosition));
  return JSON.stringify(staged.map(({ id }) => id));
}
