import { randomUUID } from 'node:crypto';
import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import type { Kysely, Selectable } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, MINUTE } from '../../platform/time.ts';

export const OPEN_WINDOW = 10 * MINUTE;
const AFTER_EVENT = 7 * DAY;

type LinkRow = Selectable<Database['link_tokens']>;

export type LinkRecipient = { phone: string } | { emailKey: string };

/**
 * Creates a sign-in link for an account and stores its hash.
 * @param to the E.164 number that the link is texted to, and so proves, or the key of the address that it is mailed to
 * @param openBefore until when it must first be opened, in milliseconds
 */
export async function createLink(
  db: Kysely<Database>,
  { config, keys, now }: Services,
  accountId: string,
  to: LinkRecipient,
  openBefore: number,
): Promise<string> {
  const token = makeToken(keys, 'link');
  await db
    .insertInto('link_tokens')
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      account_id: accountId,
      phone_e164: 'phone' in to ? to.phone : null,
      email_key: 'emailKey' in to ? to.emailKey : null,
      created_at: now(),
      open_before: openBefore,
      first_opened_at: null,
      exchanges: 0,
      closed_at: null,
    })
    .execute();
  return `${config.appUrl}/?${AUTOLOGIN_PARAM}=${token}`;
}

/** Whether a link that was mailed for this account after this time is still unopened. */
export async function hasUnopenedMail(db: ReadDatabase, accountId: string, after: number): Promise<boolean> {
  const link = await db
    .selectFrom('link_tokens')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email_key', 'is not', null)
    .where('created_at', '>', after)
    .where('first_opened_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return link !== undefined;
}

/** The key of the address whose mail opened a session; null if no mail did. */
export async function addressThatOpened(db: ReadDatabase, { link_id }: SessionRow): Promise<string | null> {
  const link = await db.selectFrom('link_tokens').select('email_key').where('id', '=', link_id).executeTakeFirst();
  return link?.email_key ?? null;
}

/** A sign-in link must first be opened within 10 minutes (decision 031). */
export const newLinkOpens = (now: number): number => now + OPEN_WINDOW;

/** Whether the link still signs in to this account. */
export function opensAccount(link: Pick<LinkRow, 'phone_e164' | 'email_key'>, account: AccountRow): boolean {
  // An unproved e-mail may belong to a stranger who prepared the account on another person's number. The e-mail of a
  // prepared account is the ticket's.
  const isActivated = account.registration_complete === 1;
  const mayBeStrangers = isActivated && account.phone_proved_at !== null && account.email_proved_at === null;
  // A link to a former number or address of the account is invalid.
  if (link.phone_e164 !== null) return link.phone_e164 === account.phone_e164;
  if (link.email_key === null || mayBeStrangers) return false;
  return [account.email_key, account.email_claim_key].includes(link.email_key);
}

/** Whether a device marked by the link may use it again: until a week after the event, or until it signs out. */
export async function mayUseAgain(
  db: ReadDatabase,
  device: { ended_at: number | null },
  now: number,
): Promise<boolean> {
  return device.ended_at === null && now < (await getEvent(db)).ends_at + AFTER_EVENT;
}
