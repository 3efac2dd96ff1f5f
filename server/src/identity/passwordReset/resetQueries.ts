import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';

/** Decision 034. */
export const RESET_LIFETIME = 30 * MINUTE;
const MAILS_AN_HOUR = 5;

/** Locks an address, on record or not, until the transaction ends: requests for it run one after another. */
export async function lockEmail(db: Kysely<Database>, emailKey: string, now: number): Promise<void> {
  const row = { key: `password reset ${emailKey}`, count: 1, window_start: now };
  await db
    .insertInto('rate_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_start: now }))
    .execute();
}

/** Whether this address got a mail within the last minute, or five mails within the hour. */
export async function hasReachedMailLimit(db: Kysely<Database>, emailKey: string, now: number): Promise<boolean> {
  const recent = await db
    .selectFrom('password_resets')
    .select('created_at')
    .where('email_key', '=', emailKey)
    .where('created_at', '>', now - HOUR)
    .execute();
  return recent.length >= MAILS_AN_HOUR || recent.some((reset) => reset.created_at > now - MINUTE);
}

/** Invalidates earlier tokens: only the newest one works. */
export async function dropOlderResets(db: Kysely<Database>, emailKey: string, now: number): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('email_key', '=', emailKey)
    .where('used_at', 'is', null)
    .execute();
}

/** The account whose password this token may set: the token is not used, not expired and the newest one. */
export async function findReset(
  db: ReadDatabase,
  token: string,
  now: number,
): Promise<{ accountId: string; tokenHash: string } | undefined> {
  const tokenHash = hashToken(token);
  const reset = await db
    .selectFrom('password_resets')
    // A token that was mailed to a former address of the account is invalid.
    .innerJoin('accounts', (join) =>
      join
        .onRef('accounts.id', '=', 'password_resets.account_id')
        .onRef('accounts.email_key', '=', 'password_resets.email_key'),
    )
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return reset?.account_id ? { accountId: reset.account_id, tokenHash } : undefined;
}

/** Of concurrent uses of one token exactly one gets true. */
export async function claimReset(db: Kysely<Database>, tokenHash: string, now: number): Promise<boolean> {
  const claimed = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** For the first proof of the phone: earlier tokens set no password, not even one that is being hashed. */
export async function dropResetsOf(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', '=', accountId).execute();
}

/** Whether a claimed token is still valid; the account's row must be locked by this transaction. */
export async function isOnRecord(db: Kysely<Database>, tokenHash: string): Promise<boolean> {
  const reset = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return reset !== undefined;
}

/** Releases a claim that did not succeed, unless a newer token has been requested since. */
export async function releaseReset(db: Kysely<Database>, tokenHash: string, claimedAt: number): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: null })
    .where('token_hash', '=', tokenHash)
    .where('used_at', '=', claimedAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('password_resets as newer')
            .select('newer.token_hash')
            .whereRef('newer.email_key', '=', 'password_resets.email_key')
            .whereRef('newer.created_at', '>', 'password_resets.created_at'),
        ),
      ),
    )
    .execute();
}
