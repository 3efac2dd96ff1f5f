import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Standing } from '../platform/db/participationSchema.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import { lockQuestions, questionsOf, recountUpvotes } from './upvoteCounts.ts';

/**
 * The standing of an account, for the statement that inserts a row of it. On PostgreSQL it locks the account's row, which a
 * confirmation locks too: the one that comes second sees the other's work, so that no row is left behind (decision 056).
 */
export const standingOf = ({ config }: Pick<Services, 'config'>, accountId: string): RawBuilder<Standing> =>
  // Of an erased account there is none: the row is then rejected for its reference.
  sql`coalesce((
    select case when confirmed_at is not null then 'confirmed' when dismissal_id is not null then 'dismissed'
      else 'unconfirmed' end
    from accounts where id = ${accountId} ${config.databaseUrl ? sql`for share` : sql``}), 'unconfirmed')`;

/** The standing of an account, which stays what it is until this transaction ends. */
export async function lockStanding(tx: Transacting, accountId: string): Promise<Standing> {
  return (await tx.db.selectNoFrom(standingOf(tx, accountId).as('standing')).executeTakeFirstOrThrow()).standing;
}

/** Confirms an account, once: it leaves its dismissal, and everything that it has sent counts as confirmed. */
export async function confirmAccount(tx: Transacting, accountId: string): Promise<void> {
  const confirmed = await tx.db
    .updateTable('accounts')
    .set({ confirmed_at: tx.now(), registered_from: null, dismissal_id: null })
    .where('id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (confirmed) await setStanding(tx, [accountId], 'confirmed');
}

/** Takes back what only a ticket confirmed: it is another account's now. A proof of the phone stays. */
export async function endConfirmationByTicket(tx: Transacting, accountId: string): Promise<void> {
  const ended = await tx.db
    .updateTable('accounts')
    .set({ confirmed_at: null })
    .where('id', '=', accountId)
    .where('phone_proved_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await setStanding(tx, [accountId], 'unconfirmed');
}

/** The tables whose rows have the standing of their account. */
const TABLES = [
  ...(['answers', 'votes', 'comments', 'audience_questions', 'audience_question_upvotes'] as const),
  'saved_sessions',
] as const;
/** So many accounts keep SQLite busy for some milliseconds, after which other requests are answered. */
const SLICE = 200;

/**
 * Gives everything that these accounts have sent a standing.
 * @param accountIds their rows must be locked by this transaction
 */
export async function setStanding({ db }: Transacting, accountIds: string[], standing: Standing): Promise<void> {
  const slices: string[][] = [];
  for (let from = 0; from < accountIds.length; from += SLICE) slices.push(accountIds.slice(from, from + SLICE));
  const concerned = new Set<string>();
  for (const ids of slices) {
    for (const id of await questionsOf(db, ids)) concerned.add(id);
    await setImmediate();
  }
  await lockQuestions(db, concerned);
  for (const ids of slices) {
    for (const table of TABLES) {
      await db
        .updateTable(table)
        .set({ standing })
        .where('account_id', 'in', ids)
        .where('standing', '!=', standing)
        .execute();
    }
    await setImmediate();
  }
  await recountUpvotes(db, [...concerned]);
}
