import type { Kysely } from 'kysely';
import type { AccountRow, Database } from '../db/schema.ts';
import { getEvent } from '../event/eventQueries.ts';
import { mac, sameText } from '../keys.ts';
import { enqueue, isCarried } from '../messages/outbox.ts';
import { emailProofMail } from '../messages/templates.ts';
import { count } from '../plugins/limit.ts';
import type { Services } from '../services.ts';

const DAY = 24 * 60 * 60_000;
const LIFETIME = 7 * DAY;
const MAILS_A_DAY = 5;

/**
 * Mails a link that proves the account's e-mail, where that is still to be proved; run it in a transaction. The link
 * signs nobody in: it counts only for somebody who is signed in to this very account (decision 022).
 * @returns whether a mail was sent: not beyond five a day for the account, and for the address
 */
export async function mailEmailProof(db: Kysely<Database>, services: Services, account: AccountRow): Promise<boolean> {
  const { config, now } = services;
  const { email_key: address } = account;
  if (address === null || account.email_proved_at !== null || account.registration_complete === 0) return false;
  if (!isCarried(config, 'mail')) return false;
  for (const key of [`email proof ${account.id}`, `email proof ${address}`]) {
    if ((await count(db, now(), { key, most: MAILS_A_DAY, window: DAY })) !== undefined) return false;
  }
  const expiresAt = now() + LIFETIME;
  const link = `${config.appUrl}/profile/edit?confirm=${proofToken(services, account, expiresAt)}`;
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind: 'mail',
    recipient: account.email,
    ...emailProofMail({ event: event.name, firstName: account.first_name, link }),
    expiresAt,
    accountId: account.id,
  });
  return true;
}

/** Whether the token was mailed to the account's present address, and since its phone was first proved. */
export function isEmailProof(services: Services, account: AccountRow, token: string): boolean {
  const expiresAt = Number(/^(\d{1,15})\./.exec(token)?.[1]);
  return expiresAt > services.now() && sameText(token, proofToken(services, account, expiresAt));
}

/** Derived, not stored: it is good for one account, address and first proof of a phone, whichever comes to differ. */
function proofToken({ keys }: Services, { id, email_key, phone_proved_at }: AccountRow, expiresAt: number): string {
  return `${expiresAt}.${mac(keys.emailProof, id, email_key ?? '', phone_proved_at ?? 0, expiresAt)}`;
}
