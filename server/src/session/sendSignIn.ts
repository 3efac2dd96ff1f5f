import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../db/readDatabase.ts';
import type { AccountRow, Database } from '../db/schema.ts';
import { getEvent } from '../event/eventQueries.ts';
import { enqueue, isCarried, type Kind } from '../messages/outbox.ts';
import { smsBudgetLeft } from '../messages/smsBudget.ts';
import { signInMail, signInSms } from '../messages/templates.ts';
import type { Services } from '../services.ts';
import { createCode, useUpCode } from './codes.ts';
import { createLink, newLinkOpens } from './links.ts';

/**
 * Texts one SMS with a code and a link to a phone of this account, or mails a link where no SMS would arrive, unless
 * one was sent too recently or too often; run it in a transaction. Nobody is told whether it was.
 * @returns by which way this account gets it, and whether that is a new message
 * @throws Refusal 503 when there is no way
 */
export async function sendSignIn(
  db: Kysely<Database>,
  services: Services,
  account: AccountRow,
  phone: string,
): Promise<{ kind: Kind; isNew: boolean }> {
  const kind = await chooseWay(db, services, account, phone);
  const made = await createCode(db, services, phone, account.id);
  if (!made) return { kind, isNew: false };
  if (kind === 'mail') {
    // It counts like any other, but nobody may prove a phone by a code that was not texted to it.
    await useUpCode(db, made.id, services.now());
    await mailSignIn(db, services, account);
    return { kind, isNew: true };
  }
  const link = await createLink(db, services, account.id, phone, newLinkOpens(services.now()));
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind,
    recipient: phone,
    subject: null,
    text: signInSms({ event: event.name, code: made.code, link, appUrl: services.config.appUrl }),
    expiresAt: made.expiresAt,
    accountId: account.id,
    purpose: 'sign-in',
  });
  return { kind, isNew: true };
}

/** A phone that is only being changed to is always texted: a mail would prove nothing about it. */
async function chooseWay(db: ReadDatabase, services: Services, account: AccountRow, phone: string): Promise<Kind> {
  const { config } = services;
  const canMail = isCarried(config, 'mail') && account.email_key !== null && account.phone_e164 === phone;
  const canText = isCarried(config, 'sms') && account.sms_undeliverable_at === null;
  if (!canMail) return 'sms';
  return canText && (await smsBudgetLeft(db, services, 'sign-in')) > 0 ? 'sms' : 'mail';
}

/** Mails a link that signs in as one in an SMS does, but proves no phone; run it in a transaction. */
export async function mailSignIn(db: Kysely<Database>, services: Services, account: AccountRow): Promise<void> {
  const openBefore = newLinkOpens(services.now());
  const link = await createLink(db, services, account.id, null, openBefore);
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind: 'mail',
    recipient: account.email,
    ...signInMail({ event: event.name, firstName: account.first_name, link }),
    expiresAt: openBefore,
    accountId: account.id,
  });
}
