import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/*
 * A question from the hall keeps the number of its upvotes (decision 056). Who upvotes changes it in the same
 * transaction; where upvotes change in any other way, the question is locked first, and counted anew afterwards.
 */

/**
 * Changes the kept numbers by one upvote.
 * @param by 1 or -1, and the same for those of confirmed accounts, or 0
 */
export async function addUpvotes(
  db: Kysely<Database>,
  audienceQuestionId: string,
  by: { all: number; confirmed: number },
): Promise<void> {
  await db
    .updateTable('audience_questions')
    .set(({ eb }) => ({
      upvotes: eb('upvotes', '+', by.all),
      confirmed_upvotes: eb('confirmed_upvotes', '+', by.confirmed),
      upvote_changes: eb('upvote_changes', '+', 1),
    }))
    .where('id', '=', audienceQuestionId)
    .execute();
}

/** The questions that these accounts have asked or upvoted. */
export async function questionsOf(db: Kysely<Database>, accountIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audience_question_upvotes')
    .select('audience_question_id as id')
    .where('account_id', 'in', accountIds)
    .union(db.selectFrom('audience_questions').select('id').where('account_id', 'in', accountIds))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks these questions. All that a transaction changes it must lock in one call: they are locked in the order of their
 * ids, as by moderators, so that two transactions do not deadlock.
 */
export async function lockQuestions(db: Kysely<Database>, ids: Iterable<string>): Promise<void> {
  for (const id of [...ids].sort()) await addUpvotes(db, id, { all: 0, confirmed: 0 });
}

/**
 * Counts the upvotes of these questions, which {@link lockQuestions} has locked. Not in the statement that locks: on
 * PostgreSQL it would not see the upvote that it has waited for.
 */
export async function recountUpvotes(db: Kysely<Database>, audienceQuestionIds: string[]): Promise<void> {
  const ids = [...new Set(audienceQuestionIds)];
  if (ids.length === 0) return;
  const given = sql`select count(*) from audience_question_upvotes where audience_question_id = audience_questions.id`;
  await db
    .updateTable('audience_questions')
    .set({
      upvotes: sql`(${given} and audience_question_upvotes.standing != 'dismissed')`,
      confirmed_upvotes: sql`(${given} and audience_question_upvotes.standing = 'confirmed')`,
    })
    .where('id', 'in', ids)
    .execute();
}
