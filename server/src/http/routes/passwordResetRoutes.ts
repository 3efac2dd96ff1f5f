import { resetPassword, sendResetPassword, validateToken } from '@companion/contract/passwordReset';
import type { FastifyRequest } from 'fastify';
import { getEvent } from '../../event/eventQueries.ts';
import { emailKey, findAccountByEmail } from '../../identity/accounts/accountQueries.ts';
import { hashPassword, isCommonPassword } from '../../identity/passwordReset/password.ts';
import {
  claimReset,
  dropOlderResets,
  findReset,
  hasReachedMailLimit,
  isOnRecord,
  lockEmail,
  RESET_LIFETIME,
  releaseReset,
} from '../../identity/passwordReset/resetQueries.ts';
import { closeLinksOf } from '../../identity/session/closeLinks.ts';
import { endSessionsAlone } from '../../identity/session/sessionStore.ts';
import { countMailTo, unprovedMailLimit } from '../../messages/mailLimit.ts';
import { enqueue } from '../../messages/outbox.ts';
import { resetMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import { count } from '../../platform/limit.ts';
import { DAY } from '../../platform/time.ts';
import { autocommit, type Transacting, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { isGenuine, limitRequests } from '../limitAddress.ts';

const RESETS_A_DAY = 5;
const EXPIRED = 'Reset password token has expired.';

export function passwordResetRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, sendResetPassword, async ({ body, request }) => {
    await limitRequests(services, 'sendResetPassword', request);
    await transact(services, (tx) => requestReset(tx, body.email));
    return { message: 'If this email address is registered, a message with a reset link is on its way.' };
  });

  handle(api, validateToken, async ({ body, request }) => {
    const genuine = await isGenuineReset(request, 'validateToken', body.token);
    const valid = genuine && (await findReset(db, body.token, now())) !== undefined;
    return { results: valid, status: 200, ...(valid ? {} : { message: EXPIRED }) };
  });

  handle(api, resetPassword, async ({ body, request }) => {
    if (!(await isGenuineReset(request, 'resetPassword', body.resetToken))) reject('invalid', EXPIRED);
    const reset = (await findReset(db, body.resetToken, now())) ?? reject('invalid', EXPIRED);
    if (await isCommonPassword(body.newPassword)) {
      const message = 'This password is too common. Please choose another';
      reject('invalid', `${message}.`, { newPassword: message });
    }
    const at = now();
    // Claimed first: of concurrent uses only one costs a hash.
    if (!(await autocommit(services, (writer) => claimReset(writer, reset.tokenHash, at)))) reject('invalid', EXPIRED);
    try {
      // Slow by design, so outside the transaction.
      const passwordHash = await hashPassword(body.newPassword);
      await transact(services, (tx) => setPassword(tx, reset, passwordHash));
    } catch (error) {
      await autocommit(services, (writer) => releaseReset(writer, reset.tokenHash, at));
      throw error;
    }
    return { message: 'Your password has been successfully updated. Please log in.' };
  });

  function isGenuineReset(request: FastifyRequest, call: 'validateToken' | 'resetPassword', token: string) {
    return isGenuine(services, { call, request, purpose: 'reset', token }, async () => {
      return (await findReset(db, token, now())) !== undefined;
    });
  }
}

/** Ends every session and link of the account, because someone else may have one. */
async function setPassword(
  { db, now }: Transacting,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
  hash: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: hash, updated_at: now() })
    .where('id', '=', accountId)
    .execute();
  if (!(await isOnRecord(db, tokenHash))) reject('invalid', EXPIRED);
  await endSessionsAlone(db, accountId, now());
  await closeLinksOf(db, accountId, 'all', now());
}

/**
 * Mails a reset link to an address on record. For an unknown address it does the same work, on the same rows, for a
 * message that is never sent, so that neither the answer nor its time reveals the difference (decision 034).
 */
async function requestReset(tx: Transacting, email: string): Promise<void> {
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
