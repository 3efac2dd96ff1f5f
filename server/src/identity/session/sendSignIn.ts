import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue, hasProvider, type Kind, rejectKind } from '../../messages/outbox.ts';
import { smsBudgetLeft } from '../../messages/smsBudget.ts';
import { signInMail, signInSms } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Config } from '../../platform/readConfig.ts';
import type { Services } from '../../platform/services.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { createCode } from './codes.ts';
import { createLink, newLinkOpens } from './links.ts';

/**
 * Sends an SMS with a code and a link to the account's phone, or mails a link if no SMS would arrive, unless one was
 * sent within a minute. Run it in a transaction.
 * @param known whether the requesting device has signed in to this account before
 * @returns how the sign-in is sent, and whether this is a new message
 * @throws DomainError `limited` over the phone's limit; if mail is not possible either, `unavailable` without an SMS
 * provider or budget, `conflict` if no SMS reaches this phone
 */
export async function sendSignIn(
  db: Kysely<Database>,
  services: Services,
  account: AccountRow,
  phone: string,
  known: boolean,
): Promise<{ kind: Kind; isNew: boolean }> {
  const toNewPhone = !known && account.phone_proved_at === null;
  const kind = await chooseWay(db, services, account, toNewPhone);
  const made = await createCode(db, services, { phone, accountId: account.id, known, way: kind });
  if (!made) return { kind, isNew: false };
  if (kind === 'mail') {
    await mailSignIn(db, services, account);
    return { kind, isNew: true };
  }
  const link = await createLink(db, services, account.id, { phone }, newLinkOpens(services.now()));
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind,
    recipient: phone,
    subject: null,
    text: signInSms({ event: event.name, code: made.code, link, appUrl: services.config.appUrl }),
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

async function chooseWay(
  db: ReadDatabase,
  services: Services,
  account: AccountRow,
  toNewPhone: boolean,
): Promise<Kind> {
  const { config } = services;
  const isReached = account.sms_undeliverable_at === null;
  const canMail = canMailSignIn(config, account);
  // If mail is not possible, enqueue rejects an SMS over the budget.
  const canText = isReached && hasProvider(config, 'sms');
  if (canText && (!canMail || (await smsBudgetLeft(db, services, 'sign-in', toNewPhone)) > 0)) return 'sms';
  if (canMail) return 'mail';
  const { help_desk_email: email, help_desk_phone: phone } = await getEvent(db);
  const helpDesk = `Please contact the help desk: ${email} or ${phone}.`;
  if (isReached) rejectKind('sms', ` ${helpDesk}`);
  const message = `Text messages do not reach this phone number. ${helpDesk}`;
  reject('conflict', message, { phone: message });
}

/** Mails a link that signs in like one in an SMS, but proves no phone. Run it in a transaction. */
export async function mailSignIn(db: Kysely<Database>, services: Services, account: AccountRow): Promise<void> {
  const openBefore = newLinkOpens(services.now());
  const link = await createLink(db, services, account.id, { emailKey: emailKey(account.email) }, openBefore);
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind: 'mail',
    recipient: account.email,
    ...signInMail({ event: event.name, firstName: account.first_name, link }),
    expiresAt: openBefore,
    accountId: account.id,
  });
}
