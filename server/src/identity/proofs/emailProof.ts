import { getEvent } from '../../event/eventQueries.ts';
import { countMailTo, unprovedMailLimit } from '../../messages/budgets.ts';
import { enqueue, hasProvider, rejectKind } from '../../messages/outbox.ts';
import { emailProofMail } from '../../messages/templates.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { count, limit, readCount } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, MINUTE } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { emailKey, findClaimant, getAccountRow } from '../accounts/accountQueries.ts';
import type { SignedIn } from '../session/sessionCache.ts';
import { findSession, isOpen, lockSession } from '../session/sessionStore.ts';
import { assignWaitingTicket } from '../tickets/claimTicket.ts';
import { takeAskedAddress } from './askForAddress.ts';

const LIFETIME = 7 * DAY;
const MAILS_A_DAY = 5;
/** How many of them are sent even if other accounts have used up the limit of the mailbox. */
const OWN_MAILS_A_DAY = 2;

/**
 * Mails a link that proves the account's e-mail, unless it is proved already. Run it in a transaction. The link does not
 * sign in: it counts only in a session of this account (decision 022).
 * @returns the milliseconds until the next mail is allowed, if a limit was reached; else undefined
 */
export async function mailEmailProof(tx: Transacting, account: AccountRow): Promise<number | undefined> {
  const { config, db, now } = tx;
  const address = emailKey(account.email);
  if (address === '' || account.email_proved_at !== null || account.registration_complete === 0) return undefined;
  if (!hasProvider(config, 'mail')) return undefined;
  const ofAccount = { key: `email proof ${account.id}`, max: MAILS_A_DAY, window: DAY };
  const isProved = account.phone_proved_at !== null;
  const spent = await count(db, now(), ofAccount);
  const spentMailbox = await countMailTo(db, now(), 'email proof', address);
  const hasOwn = isProved && (await readCount(db, now(), ofAccount)) <= OWN_MAILS_A_DAY;
  const wait = spent ?? (hasOwn ? undefined : spentMailbox);
  if (wait !== undefined) return wait;
  if (!isProved) {
    const budget = await count(db, now(), unprovedMailLimit(config, 'email proof'));
    if (budget !== undefined) return budget;
  }
  const expiresAt = now() + LIFETIME;
  const link = `${config.appUrl}/profile/edit?confirm=${proofToken(tx, account, expiresAt)}`;
  const event = await getEvent(db);
  await enqueue(db, tx, {
    kind: 'mail',
    recipient: account.email,
    ...emailProofMail({ event: event.name, firstName: account.first_name, link }),
    expiresAt,
    accountId: account.id,
  });
  return undefined;
}

/** Whether the token was mailed to the account's current address, and after the first proof of its phone. */
export function isEmailProof(services: Services, account: AccountRow, token: string): boolean {
  const expiresAt = Number(/^(\d{1,15})\./.exec(token)?.[1]);
  return expiresAt > services.now() && sameText(token, proofToken(services, account, expiresAt));
}

/** Derived, not stored. It becomes invalid when the account's address or the first proof of its phone changes. */
function proofToken({ keys }: Services, { id, email, phone_proved_at }: AccountRow, expiresAt: number): string {
  return `${expiresAt}.${mac(keys.emailProof, id, emailKey(email), phone_proved_at ?? 0, expiresAt)}`;
}

const JUST_SENT = 'A link was just sent. Please wait a minute before you ask for another.';

/**
 * Mails another link that proves the e-mail.
 * @throws DomainError `forbidden` in a session that proved no phone, because the address may be someone else's; `conflict` when it
 * is proved; `limited` within a minute of the last request, or over the day's limit; `unavailable` without a mail provider
 */
export async function requestEmailProof(
  tx: Transacting,
  { account, session }: { account: AccountRow; session: SessionRow },
): Promise<void> {
  if (session.proved === 0)
    reject('forbidden', 'Please sign in with a code that we text to your phone, then ask for a link.');
  if (account.email_proved_at !== null) reject('conflict', 'Your email address is confirmed already.');
  if (account.registration_complete === 0 || account.email === '')
    reject('conflict', 'There is no email address to confirm.');
  if (!hasProvider(tx.config, 'mail')) rejectKind('mail');
  await limit(tx.db, tx.now(), { key: `email proof pause ${account.id}`, max: 1, window: MINUTE }, JUST_SENT);
  const wait = await mailEmailProof(tx, account);
  if (wait === undefined) return;
  throw new DomainError('limited', 'We cannot mail you another link today.', { retryAfterMs: wait });
}

/**
 * Records that the signed-in person also reads the account's e-mail. A ticket that waits for that address is then
 * theirs.
 * @throws DomainError `forbidden` if the phone is proved but this session did not prove it, `invalid` if the link is not valid,
 * `conflict` if another account has got the address that this one asked for
 */
export async function proveOwnEmail(services: Services, me: SignedIn, token: string): Promise<AccountRow> {
  const { db, now } = services;
  // Before the lock that an import holds for each batch: forged links must not keep all transactions waiting for it.
  const account = await getAccountRow(db, me.accountId);
  const session = await findSession(db, me.sessionId);
  if (!account || !session || !isOpen(session, now())) reject('signedOut', 'Please sign in.');
  checkProof(services, { account, session }, token);
  const hasWaitingTicket = account.email_key !== null && (await findClaimant(db, account.email_key));
  if (account.email_proved_at !== null && !hasWaitingTicket) return account;

  return transact(services, async (tx) => {
    await lockManyAccounts(tx.db);
    const locked = await lockSession(tx, me);
    checkProof(tx, locked, token);
    const key = emailKey(locked.account.email);
    if (locked.account.email_key === null) await takeAskedAddress(tx, locked.account, key);
    const proved = await tx.db
      .updateTable('accounts')
      .set({ email_key: key, email_proved_at: now(), updated_at: now() })
      .where('id', '=', me.accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return assignWaitingTicket(tx, proved);
  });
}

function checkProof(
  services: Services,
  { account, session }: { account: AccountRow; session: SessionRow },
  token: string,
): void {
  // Before the first proof of the phone any session may prove the e-mail; the first proof of the phone then ends it.
  if (account.phone_proved_at !== null && session.proved === 0)
    reject('forbidden', 'Please sign in with a code that we text to your phone, then open the link again.');
  if (!isEmailProof(services, account, token)) {
    reject('invalid', 'This link is no longer valid. Please ask for a new one.');
  }
}
