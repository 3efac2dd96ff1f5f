import { sql } from 'kysely';
import type { Audience } from './scenarios.ts';
import type { System } from './systems.ts';

const QUESTIONS = 40;
const UPVOTES = 12_000;
/** Spreads the upvotes over the accounts. */
const PRIME = 997;

/** Fills a session with the questions of a full hall: all approved, with 12,000 upvotes. */
export async function fillAudienceQuestions({ db }: System, audience: Audience, contentId: string): Promise<void> {
  for (let number = 0; number < QUESTIONS; number += 1) {
    const text = `Question ${number}: ${'what does this mean for small suppliers? '.repeat(4)}`;
    await audience.ask(number, { call: 'createAudienceQuestion', body: { contentId, text } })();
  }
  const now = Date.now();
  await db.updateTable('audience_questions').set({ state: 'shown', updated_at: now }).execute();
  const share = Math.round((PRIME * UPVOTES) / (QUESTIONS * audience.accounts.length));
  await sql`insert into audience_question_upvotes (audience_question_id, account_id, created_at)
    select audience_question_id, account_id, ${sql.lit(now)} from (
      select audience_questions.id as audience_question_id, accounts.id as account_id,
        row_number() over (order by audience_questions.id, accounts.id) % ${sql.lit(PRIME)} as number
      from audience_questions cross join accounts) as pairs
    where number < ${sql.lit(share)}`.execute(db);
}
