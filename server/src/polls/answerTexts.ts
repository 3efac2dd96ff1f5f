import { type AnswerText, TEXTS_PER_PAGE } from '@companion/contract/staff/answerTexts';
import { lockAccount } from '../identity/accounts/accountQueries.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { inOrder, readInBatches } from '../platform/db/readInBatches.ts';
import { type Pause, searchPage } from '../platform/db/searchTexts.ts';
import { type Keys, sealId, unsealId } from '../platform/deriveKeys.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import type { QuestionKey } from './questionQueries.ts';

/** A stage screen shows no more; the newest approvals come first. */
const MAX_ON_STAGE = 200;

interface Wanted {
  search?: string | undefined;
  approved?: 'yes' | 'no' | undefined;
  /** From 1. */
  page: number;
}

/** A page of the texts of the answers to a question, the newest first, and how many there are. */
export async function listAnswerTexts(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  key: QuestionKey,
  { search = '', approved, page }: Wanted,
  pause?: Pause,
): Promise<{ texts: AnswerText[]; total: number }> {
  const found = answerTexts(db, key).$if(approved !== undefined, (rows) =>
    rows.where('answer_approvals.approved_at', approved === 'yes' ? 'is not' : 'is', null),
  );
  const sought = { column: 'answers.comment', search, order: NEWEST_FIRST };
  const { rows, total } = await searchPage(found, sought, { page, size: TEXTS_PER_PAGE }, pause);
  return { texts: rows.map((row) => toText(keys, key, row)), total };
}

/** Every text of a question, the oldest first, some at a time. */
export async function* allAnswerTexts(db: ReadDatabase, key: QuestionKey): AsyncGenerator<Omit<AnswerText, 'id'>[]> {
  const order = { ...NEWEST_FIRST, direction: 'asc', placeOf } as const;
  const oldestFirst = inOrder(answerTexts(db, key), order);
  const batches = readInBatches(order, (follows, limit) => oldestFirst.where(follows).limit(limit).execute());
  for await (const rows of batches) yield rows.map(describeText);
}

const placeOf = ({ created_at, account_id }: Row): [number, string] => [created_at, account_id];

/** The newest texts of a question. */
export async function newestTexts(db: ReadDatabase, key: QuestionKey, limit: number): Promise<string[]> {
  const rows = await inOrder(answerTexts(db, key), NEWEST_FIRST).limit(limit).execute();
  return rows.map(({ comment }) => comment);
}

/** The texts for the stage, the newest approval first. */
export async function approvedTexts(db: ReadDatabase, key: QuestionKey): Promise<string[]> {
  const rows = await answerTexts(db, key)
    .where('answer_approvals.approved_at', 'is not', null)
    .orderBy('answer_approvals.approved_at', 'desc')
    .orderBy('answers.account_id')
    .limit(MAX_ON_STAGE)
    .execute();
  return rows.map(({ comment }) => comment);
}

/** Approves a text for the stage, or takes the approval back. */
export async function approveAnswerText(
  tx: Transacting,
  key: QuestionKey,
  textId: string,
  isApproved: boolean,
): Promise<AnswerText> {
  const { db, keys } = tx;
  const accountId = unsealId(keys, contextOf(key), textId) ?? reject('notFound', UNKNOWN);
  // An erasure comes before or after, not in between.
  await lockAccount(db, { id: accountId });
  const one = () => answerTexts(db, key).where('answers.account_id', '=', accountId).executeTakeFirst();
  if (!(await one())) reject('notFound', UNKNOWN);
  const row = { account_id: accountId, question_id: key.questionId };
  if (isApproved) {
    await db
      .insertInto('answer_approvals')
      .values({ ...row, approved_at: tx.now() })
      .onConflict((conflict) => conflict.columns(['question_id', 'account_id']).doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('answer_approvals')
      .where('question_id', '=', row.question_id)
      .where('account_id', '=', row.account_id)
      .execute();
  }
  const after = (await one()) ?? reject('notFound', UNKNOWN);
  await recordChange(tx, 'results', key.questionId);
  return toText(keys, key, after);
}

const UNKNOWN = 'There is no such text.';

const answerTexts = (db: ReadDatabase, { questionId }: QuestionKey) =>
  db
    .selectFrom('answers')
    .leftJoin('answer_approvals', (join) =>
      join
        .onRef('answer_approvals.question_id', '=', 'answers.question_id')
        .onRef('answer_approvals.account_id', '=', 'answers.account_id'),
    )
    .select(['answers.account_id', 'answers.comment', 'answers.created_at', 'answers.made_at'])
    .select('answer_approvals.approved_at')
    .where('answers.question_id', '=', questionId)
    .where('answers.comment', '!=', '')
    .where('answers.standing', 'in', COUNTED_STANDINGS);

const NEWEST_FIRST = { time: 'answers.created_at', id: 'answers.account_id', direction: 'desc' } as const;

type Row = Awaited<ReturnType<ReturnType<typeof answerTexts>['executeTakeFirstOrThrow']>>;

const toText = (keys: Keys, key: QuestionKey, row: Row): AnswerText => ({
  // Who answers stays unknown to the staff, and so does whether two texts are by the same person.
  id: sealId(keys, contextOf(key), row.account_id),
  ...describeText(row),
});

const contextOf = ({ questionId }: QuestionKey): string => `answer to ${questionId}`;

const describeText = ({ comment, created_at, made_at, approved_at }: Row): Omit<AnswerText, 'id'> => ({
  text: comment,
  isApproved: approved_at !== null,
  isLate: made_at !== null,
  answeredAt: isoTime(created_at),
});
