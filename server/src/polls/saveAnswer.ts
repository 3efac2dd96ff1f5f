import type { Kysely, Selectable } from 'kysely';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
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

type GivenRow = Omit<Selectable<Database['answers']>, 'standing'>;
/** Has the columns in the order of the statement. */
const NO_ROW: GivenRow = {
  account_id: '',
  question_id: '',
  campaign_id: '',
  answers: '',
  comment: '',
  created_at: 0,
  made_at: null,
};

/**
 * Stores an account's answer to a question unless there is one already. It tells nobody: while someone watches the
 * question, liveHub.ts counts its answers again.
 */
export function answerWriter(
  services: Pick<Services, 'config' | 'db'>,
): (accountId: string, key: QuestionKey, answer: GivenAnswer, times: AnswerTimes) => Promise<OnRecord> {
  const insert = compiledOnce(
    (db: Kysely<Database>) =>
      db
        .insertInto('answers')
        .values({ ...NO_ROW, standing: standingOf(services, NO_ROW.account_id) })
        .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
        .returning('question_id'),
    (row: GivenRow) => [...Object.values({ ...NO_ROW, ...row }), row.account_id],
  );
  return (accountId, { campaignId, questionId }, answer, { at, madeAt }) =>
    autocommit(services, async (db) => {
      const inserted = await insert(db, {
        account_id: accountId,
        question_id: questionId,
        campaign_id: campaignId,
        answers: JSON.stringify(answer.answers),
        comment: answer.comment,
        created_at: at,
        made_at: madeAt,
      });
      return inserted.length > 0 ? 'this' : findStoredAnswer(db, accountId, questionId, answer);
    });
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
