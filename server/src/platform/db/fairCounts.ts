import { type Kysely, sql } from 'kysely';

/** The migration of decision 056. */
export const FAIR_COUNTS = '0002_fair_counts';

/** Who had proved a phone, or activated an account of a ticket, is confirmed, and so is all that they have sent. */
export async function fillFairCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    update accounts set confirmed_at = coalesce(phone_proved_at, updated_at)
    where phone_proved_at is not null or (registration_complete = 1 and id in
      (select account_id from tickets where status = 'valid' and account_id is not null))`.execute(db);
  for (const table of ['answers', 'votes', 'comments', 'audience_questions', 'audience_question_upvotes'])
    await sql`
      update ${sql.table(table)} set standing = 'confirmed'
      where account_id in (select id from accounts where confirmed_at is not null)`.execute(db);
  const given = sql`select count(*) from audience_question_upvotes where audience_question_id = audience_questions.id`;
  await sql`
    update audience_questions set upvotes = (${given}), confirmed_upvotes = (${given} and standing = 'confirmed')`.execute(
    db,
  );
}
