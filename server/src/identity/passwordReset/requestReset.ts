import { getEvent } from '../../event/eventQueries.ts';
import { countMailTo, unprovedMailLimit } from '../../messages/mailLimit.ts';
import { enqueue } from '../../messages/outbox.ts';
import { resetMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import { count } from '../../platform/limit.ts';
import { DAY } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey, findAccountByEmail } from '../accounts/accountQueries.ts';
import { dropOlderResets, hasReachedMailLimit, lockEmail, RESET_LIFETIME } from './resetQueries.ts';

const RESETS_A_DAY = 5;

/**
 * Mails a reset link to an address on record. For an unknown address it does the same work, on the same rows, for a
 * message that is never sent, so that neither the answer nor its time reveals the difference (decision 034).
 */
export async function requestReset(tx: Transacting, email: string): Promise<void> {
  const { config, db, keys, now } = tx;
  const key = emailKey(email);
  await lockEmail(db, key, now());
  const account = await findAccountByEmail(db, email);
  if (await hasReachedMailLimit(db, key, now())) return;
  if (!(await mayMailReset(tx, key, account))) return;
  await dropOlderResets(db, key, now());
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
