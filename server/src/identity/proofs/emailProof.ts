import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { countMailTo, spendMailBudget } from '../../messages/mailLimit.ts';
import { enqueue, hasProvider } from '../../messages/outbox.ts';
import { emailProofMail } from '../../messages/templates.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { count, readCount } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY } from '../../platform/time.ts';
import { emailKey } from '../accounts/accountQueries.ts';

const LIFETIME = 7 * DAY;
const MAILS_A_DAY = 5;
/** How many of them are sent even if other accounts have used up the limit of the mailbox. */
const OWN_MAILS_A_DAY = 2;

/**
 * Mails a link that proves the account's e-mail, unless it is proved already. Run it in a transaction. The link does not
 * sign in: it counts only in a session of this account (decision 022).
 * @returns the milliseconds until the next mail is allowed, if a limit was reached; else undefined
 */
export async function mailEmailProof(
  db: Kysely<Database>,
  services: Services,
  account: AccountRow,
): Promise<number | undefined> {
  const { config, now } = services;
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
    const budget = await spendMailBudget(db, services, 'email proof');
    if (budget !== undefined) return budget;
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
