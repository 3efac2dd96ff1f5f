import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

interface StoredAnswer {
  answers: (string | number)[];
  comment: string;
}

/**
 * Stores the account's answer to a question unless there is one already.
 * @returns whether this answer is the stored one, from this request or an earlier one
 */
export async function saveAnswer(
  db: Kysely<Database>,
  accountId: string,
  { campaignId, questionId }: { campaignId: string; questionId: string },
  answer: StoredAnswer,
  now: number,
): Promise<boolean> {
  const given = { answers: JSON.stringify(answer.answers), comment: answer.comment };
  const inserted = await db
    .insertInto('answers')
    .values({ account_id: accountId, question_id: questionId, campaign_id: campaignId, ...given, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
    .returning('question_id')
    .executeTakeFirst();
  if (inserted) return true;
  const before = await db
    .selectFrom('answers')
    .select(['answers', 'comment'])
    .where('account_id', '=', accountId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
  return before?.answers === given.answers && before.comment === given.comment;
}
