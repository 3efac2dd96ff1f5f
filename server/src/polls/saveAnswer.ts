import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { standingOf } from '../safeguards/accountStanding.ts';
import type { QuestionKey } from './questionQueries.ts';

interface GivenAnswer {
  answers: (string | number)[];
  comment: string;
}

/** When an answer arrived; and when it was made, if it was late and counts (decision 053). */
interface AnswerTimes {
  at: number;
  madeAt: number | null;
}

/** What is stored: this answer (from this request or an earlier one), another one, or none. */
export type OnRecord = 'this' | 'other' | 'none';

/**
 * Stores the account's answer to a question unless there is one already. It tells nobody: while someone watches the
 * question, liveHub.ts counts its answers again.
 */
export async function saveAnswer(
  { db, config }: Pick<Services, 'config'> & { db: Kysely<Database> },
  accountId: string,
  { campaignId, questionId }: QuestionKey,
  answer: GivenAnswer,
  { at, madeAt }: AnswerTimes,
): Promise<OnRecord> {
  const inserted = await db
    .insertInto('answers')
    .values({
      account_id: accountId,
      question_id: questionId,
      campaign_id: campaignId,
      answers: JSON.stringify(answer.answers),
      comment: answer.comment,
      created_at: at,
      made_at: madeAt,
      standing: standingOf({ config }, accountId),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
    .returning('question_id')
    .executeTakeFirst();
  return inserted ? 'this' : findStoredAnswer(db, accountId, questionId, answer);
}

/** Compares an answer with the stored one. */
export async function findStoredAnswer(
  db: ReadDatabase,
  accountId: string,
  questionId: string,
  { answers, comment }: GivenAnswer,
): Promise<OnRecord> {
  const stored = await db
    .selectFrom('answers')
    .select(['answers', 'comment'])
    .where('account_id', '=', accountId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
  if (!stored) return 'none';
  return stored.answers === JSON.stringify(answers) && stored.comment === comment ? 'this' : 'other';
}
