import { getEvent } from '../../event/eventQueries.ts';
import { smsBudgetLeft } from '../../messages/budgets.ts';
import { enqueue, hasProvider, type Kind, rejectKind } from '../../messages/outbox.ts';
import { signInMail, signInSms } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Config } from '../../platform/readConfig.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey, mayBeInvented } from '../accounts/accountQueries.ts';
import { createLink, OPEN_WINDOW } from './links.ts';
import { createCode } from './signInCodes.ts';

/**
 * Sends an SMS with a code and a link to the account's phone, or mails a link if no SMS would arrive, unless one was
 * sent within a minute. Run it in a transaction.
 * @param known whether the requesting device has signed in to this account before
 * @returns how the sign-in is sent, and whether this is a new message
 * @throws DomainError `limited` over the phone's limit; if mail is not possible either, `unavailable` without an SMS
 * provider or budget, `conflict` if no SMS reaches this phone
 */
export async function sendSignIn(
  tx: Transacting,
  account: AccountRow,
  phone: string,
  known: boolean,
): Promise<{ kind: Kind; isNew: boolean }> {
  const toNewPhone = !known && mayBeInvented(account);
  const kind = await chooseWay(tx, account, toNewPhone);
  const made = await createCode(tx, { phone, accountId: account.id, known, way: kind });
  if (!made) return { kind, isNew: false };
  if (kind === 'mail') {
    await mailSignIn(tx, account);
    return { kind, isNew: true };
  }
  const link = await createLink(tx, account.id, { phone }, tx.now() + OPEN_WINDOW);
  const event = await getEvent(tx.db);
  await enqueue(tx.db, tx, {
    kind,
    recipient: phone,
    subject: null,
    text: signInSms({ event: event.name, code: made.code, link, appUrl: tx.config.appUrl }),
    expiresAt: made.expiresAt,
    accountId: account.id,
    purpose: 'sign-in',
    toNewPhone,
  });
  return { kind, isNew: true };
}

/** An unproved e-mail may belong to a stranger who prepared the account on another person's number. */
export const canMailSignIn = (config: Config, account: AccountRow): boolean =>
  hasProvider(config, 'mail') && account.email_key !== null && account.email_proved_at !== null;

async function chooseWay(tx: Transacting, account: AccountRow, toNewPhone: boolean): Promise<Kind> {
  const { config, db } = tx;
  const isReached = account.sms_undeliverable_at === null;
  const canMail = canMailSignIn(config, account);
  // If mail is not possible, enqueue rejects an SMS over the budget.
  const canText = isReached && hasProvider(config, 'sms');
  if (canText && (!canMail || (await smsBudgetLeft(tx, 'sign-in', toNewPhone)) > 0)) return 'sms';
  if (canMail) return 'mail';
  const { help_desk_email: email, help_desk_phone: phone } = await getEvent(db);
  const helpDesk = `Please contact the help desk: ${email} or ${phone}.`;
  if (isReached) rejectKind('sms', ` ${helpDesk}`);
  const message = `Text messages do not reach this phone number. ${helpDesk}`;
  reject('conflict', message, { phone: message });
}

/** Mails a link that signs in like one in an SMS, but proves no phone. Run it in a transaction. */
export async function mailSignIn(tx: Transacting, account: AccountRow): Promise<void> {
  const openBefore = tx.now() + OPEN_WINDOW;
  const link = await createLink(tx, account.id, { emailKey: emailKey(account.email) }, openBefore);
  const event = await getEvent(tx.db);
  await enqueue(tx.db, tx, {
    kind: 'mail',
    recipient: account.email,
    ...signInMail({ event: event.name, firstName: account.first_name, link }),
    expiresAt: openBefore,
    accountId: account.id,
  });
}
