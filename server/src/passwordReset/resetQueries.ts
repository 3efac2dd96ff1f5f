import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { hashToken } from '../keys.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Decisions, "passwords". */
export const RESET_LIFETIME = 30 * MINUTE;
const MAILS_AN_HOUR = 5;

/** Whether this address was mailed within the last minute, or five times within the hour. */
export async function wasMailedEnough(db: Kysely<Database>, emailKey: string, now: number): Promise<boolean> {
  const recent = await db
    .selectFrom('password_resets')
    .select('created_at')
    .where('email_key', '=', emailKey)
    .where('created_at', '>', now - HOUR)
    .execute();
  return recent.length >= MAILS_AN_HOUR || recent.some((reset) => reset.created_at > now - MINUTE);
}

/** The account whose password this token may set: not used, not expired, and no newer one was asked for. */
export async function findReset(
  db: Kysely<Database>,
  token: string,
  now: number,
): Promise<{ accountId: string; tokenHash: string } | undefined> {
  const tokenHash = hashToken(token);
  const reset = await db
    .selectFrom('password_resets')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!reset?.account_id) return undefined;
  const newer = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('account_id', '=', reset.account_id)
    .where('created_at', '>', reset.created_at)
    .executeTakeFirst();
  return newer ? undefined : { accountId: reset.account_id, tokenHash };
}

/** Of many uses of one token at once, exactly one gets true; run it in the transaction that sets the password. */
export async function useUpReset(db: Kysely<Database>, tokenHash: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}
