import { randomUUID } from 'node:crypto';
import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import { type Kysely, type Selectable, sql } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { AccountRow, Database, SessionRow } from '../../platform/db/schema.ts';
import { hashToken, makeToken } from '../../platform/keys.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, MINUTE } from '../../platform/time.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { markHashes } from './deviceMark.ts';
import { chooseMark } from './knownDevices.ts';

const OPEN_WINDOW = 10 * MINUTE;
const EXCHANGES = 5;
const AFTER_EVENT = 7 * DAY;

type LinkRow = Selectable<Database['link_tokens']>;

interface Exchanged {
  /** The account, whose row is locked. */
  account: AccountRow;
  linkId: string;
  provesPhone: boolean;
  /** The device's mark from here on. */
  deviceMark: string;
  /** The session that the link opened on this device before. */
  sessionId: string | null;
}

interface Kept {
  textedTo?: string | null;
  mailedTo?: string | null;
  id?: string | null;
}

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

/**
 * Exchanges a link's token on a device, if the link may still be used there. Run it in a transaction.
 * @returns undefined if the link is not valid on this device
 */
export async function exchangeLink(
  db: Kysely<Database>,
  { now }: Services,
  token: string,
  marks: readonly string[],
): Promise<Exchanged | undefined> {
  const known = await db
    .selectFrom('link_tokens')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  // The account before the link: transactions that close links also lock the account first.
  const account = known && (await lockAccount(db, { id: known.account_id }));
  if (!account) return undefined;
  // Locks the row: exchanges of one link run one after another, so that of two from one device the first marks it.
  const link = await db
    .updateTable('link_tokens')
    .set((column) => ({ exchanges: column.ref('exchanges') }))
    .where('token_hash', '=', hashToken(token))
    .returningAll()
    .executeTakeFirst();
  if (!link || !opensAccount(link, account)) return undefined;
  const provesPhone = link.phone_e164 !== null;

  const mark = await chooseMark(db, account.id, marks);
  const device = await db
    .selectFrom('link_devices')
    .selectAll()
    .where('link_id', '=', link.id)
    .where('device_hash', '=', hashToken(mark))
    .executeTakeFirst();
  const exchanged = { account, linkId: link.id, provesPhone, deviceMark: mark, sessionId: device?.session_id ?? null };
  if (device) return (await mayUseAgain(db, device, now())) ? exchanged : undefined;

  if (!(await countExchange(db, link.id, now()))) return undefined;
  await db
    .insertInto('link_devices')
    .values({ link_id: link.id, device_hash: hashToken(mark), created_at: now(), ended_at: null })
    .execute();
  return exchanged;
}

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

/** One atomic statement, so that concurrent exchanges cannot exceed five. */
async function countExchange(db: Kysely<Database>, linkId: string, now: number): Promise<boolean> {
  const counted = await db
    .updateTable('link_tokens')
    .set({
      first_opened_at: sql`coalesce(first_opened_at, ${now})`,
      exchanges: sql`exchanges + 1`,
    })
    .where('id', '=', linkId)
    .where('closed_at', 'is', null)
    .where('exchanges', '<', EXCHANGES)
    .where((where) =>
      where.or([
        where.and([where('first_opened_at', 'is', null), where('open_before', '>=', now)]),
        where('first_opened_at', '>=', now - OPEN_WINDOW),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

/**
 * For a sign-out: this device may not reuse a link of the account that has marked it, and no new device may open such a
 * link (decision 004).
 */
export async function closeLinksOnDevice(
  db: Kysely<Database>,
  accountId: string,
  marks: readonly string[],
  now: number,
): Promise<void> {
  const ended = await db
    .updateTable('link_devices')
    .set({ ended_at: now })
    .where('device_hash', 'in', markHashes(marks))
    .where('ended_at', 'is', null)
    .where('link_id', 'in', (select) =>
      select.selectFrom('link_tokens').select('id').where('account_id', '=', accountId),
    )
    .returning('link_id')
    .execute();
  if (ended.length === 0) return;
  const ids = ended.map(({ link_id }) => link_id);
  await db.updateTable('link_tokens').set({ closed_at: now }).where('id', 'in', ids).execute();
}

/** For a sign-out with a link's token: closes that link, even if it belongs to another account. */
export async function closeLink(
  db: Kysely<Database>,
  token: string,
  marks: readonly string[],
  now: number,
): Promise<void> {
  const link = await db
    .updateTable('link_tokens')
    .set({ closed_at: now })
    .where('token_hash', '=', hashToken(token))
    .returning('id')
    .executeTakeFirst();
  if (!link) return;
  await db
    .updateTable('link_devices')
    .set({ ended_at: now })
    .where('link_id', '=', link.id)
    .where('device_hash', 'in', markHashes(marks))
    .execute();
}

/**
 * Ends links of an account on every device.
 * @param which `mailed`, `texted`: how they were sent; or all except those texted to this E.164 number, those mailed to
 * the address with this key, and the link with this id
 */
export async function closeLinksOf(
  db: Kysely<Database>,
  accountId: string,
  which: 'all' | 'mailed' | 'texted' | { except: Kept },
  now: number,
): Promise<void> {
  const kept: Kept = typeof which === 'object' ? which.except : {};
  const closed = await db
    .updateTable('link_tokens')
    .set({ closed_at: now })
    .where('account_id', '=', accountId)
    .$if(which === 'mailed', (query) => query.where('phone_e164', 'is', null))
    .$if(which === 'texted', (query) => query.where('phone_e164', 'is not', null))
    .where(sql<boolean>`(phone_e164 is null or phone_e164 <> ${kept.textedTo ?? ''})`)
    .where(sql<boolean>`(email_key is null or email_key <> ${kept.mailedTo ?? ''})`)
    .where('id', '!=', kept.id ?? '')
    .returning('id')
    .execute();
  if (closed.length === 0) return;
  await db
    .updateTable('link_devices')
    .set({ ended_at: now })
    .where(
      'link_id',
      'in',
      closed.map(({ id }) => id),
    )
    .where('ended_at', 'is', null)
    .execute();
}
