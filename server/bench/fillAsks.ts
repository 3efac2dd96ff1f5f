import { sql } from 'kysely';
import type { Audience } from './scenarios.ts';
import type { System } from './systems.ts';

const ASKS = 40;
const UPVOTES = 12_000;
/** Spreads the upvotes over the accounts. */
const PRIME = 997;

/** Fills a session with the questions of a full hall: all approved, with 12,000 upvotes. */
export async function fillAsks({ db }: System, audience: Audience, contentId: string): Promise<void> {
  for (let number = 0; number < ASKS; number += 1) {
    const text = `Question ${number}: ${'what does this mean for small suppliers? '.repeat(4)}`;
    await audience.ask(number, { call: 'createAsk', body: { contentId, text } })();
  }
  const now = Date.now();
  await db.updateTable('asks').set({ state: 'shown', updated_at: now }).execute();
  const share = Math.round((PRIME * UPVOTES) / (ASKS * audience.accounts.length));
  await sql`insert into ask_upvotes (ask_id, account_id, created_at)
    select ask_id, account_id, ${sql.lit(now)} from (
      select asks.id as ask_id, accounts.id as account_id,
        row_number() over (order by asks.id, accounts.id) % ${sql.lit(PRIME)} as number
      from asks cross join accounts) as pairs
    where number < ${sql.lit(share)}`.execute(db);
}
