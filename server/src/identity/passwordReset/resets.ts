import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { countMailTo, unprovedMailLimit } from '../../messages/budgets.ts';
import { enqueue } from '../../messages/outbox.ts';
import { resetMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import { count } from '../../platform/limit.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey, findAccountByEmail } from '../accounts/accountQueries.ts';
import { closeLinksOf } from '../session/endAccess.ts';
import { endSessions } from '../session/sessionStore.ts';

/** Decision 034. */
const RESET_LIFETIME = 30 * MINUTE;
const MAILS_AN_HOUR = 5;
const RESETS_A_DAY = 5;
export const RESET_EXPIRED = 'Reset password token has expired.';

/**
 * Mails a reset link to an address on record; links from before end. For an unknown address it does the same work, on
 * the same rows, for a message that is never sent, so that neither the answer nor its time reveals the difference
 * (decision 034).
 */
export async function requestReset(tx: Transacting, email: string): Promise<void> {
  const { config, db, keys, now } = tx;
  const key = emailKey(email);
  // The first count locks the address, on record or not: requests for it run one after another.
  if (await count(db, now(), { key: `password reset pause ${key}`, max: 1, window: MINUTE })) return;
  if (await count(db, now(), { key: `password reset an hour ${key}`, max: MAILS_AN_HOUR, window: HOUR })) return;
  const account = await findAccountByEmail(db, email);
  if (!(await mayMailReset(tx, key, account))) return;
  await db.deleteFrom('password_resets').where('email_key', '=', key).execute();
  const token = makeToken(keys, 'reset');
  await db
    .insertInto('password_resets')
    .values({
      token_hash: hashToken(token),
      email_key: key,
      account_id: account?.id ?? null,
      created_at: now(),
      expires_at: now() + RESET_LIFETIME,
      used_at: null,
    })
    .execute();
  const { name } = await getEvent(db);
  await enqueue(db, tx, {
    kind: 'mail',
    recipient: account?.email ?? email,
    accountId: account?.id ?? null,
    ...resetMail({ event: name, link: `${config.appUrl}/reset-password?token=${token}` }),
    // A message that has expired already is dropped and shown nowhere.
    expiresAt: account ? now() + RESET_LIFETIME : now() - 1,
  });
}

/**
 * An unknown address costs the same statements, with keys of its own: the time reveals nothing, and mails that are never
 * sent do not use up the limits of others. A proved address has a count of its own, which other spellings of the mailbox
 * cannot use up, and needs no budget.
 */
async function mayMailReset(tx: Transacting, email: string, account: AccountRow | undefined): Promise<boolean> {
  const { db, config, now } = tx;
  const budgeted = unprovedMailLimit(config, 'password reset');
  const toMailbox = account
    ? await countMailTo(db, now(), 'password reset', email)
    : await count(db, now(), { key: `password reset unknown ${email}`, max: RESETS_A_DAY, window: DAY });
  const toAddress = await count(db, now(), { key: `password reset of ${email}`, max: RESETS_A_DAY, window: DAY });
  const budget = await count(db, now(), account ? budgeted : { ...budgeted, key: `${budgeted.key} unknown` });
  return account?.email_proved_at ? toAddress === undefined : toMailbox === undefined && budget === undefined;
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

/** Releases a claim that did not succeed. A token that has ended since stays without effect: its row is gone. */
export async function releaseReset(db: Kysely<Database>, tokenHash: string, claimedAt: number): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ used_at: null })
    .where('token_hash', '=', tokenHash)
    .where('used_at', '=', claimedAt)
    .execute();
}

/**
 * Sets a password by a claimed token. Ends every session and link of the account, because someone else may have one.
 * @throws DomainError `invalid` when the token has ended while the password was hashed
 */
export async function setPassword(
  tx: Transacting,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
  hash: string,
): Promise<void> {
  // Locks the account, so that what ends the token has either ended it or waits.
  const { db } = tx;
  await db
    .updateTable('accounts')
    .set({ password_hash: hash, updated_at: tx.now() })
    .where('id', '=', accountId)
    .execute();
  const reset = db.selectFrom('password_resets').select('token_hash').where('token_hash', '=', tokenHash);
  if (!(await reset.executeTakeFirst())) reject('invalid', RESET_EXPIRED);
  await endSessions(tx, accountId, { devices: true });
  await closeLinksOf(tx, accountId, 'all');
}

/** For the first proof of the phone: earlier tokens set no password, not even one that is being hashed. */
export async function dropResetsOf(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', '=', accountId).execute();
}
