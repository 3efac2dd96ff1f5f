import { type Kysely, type Selectable, sql } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { DAY } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { chooseMark } from './knownDevices.ts';
import { type FoundLink, OPEN_WINDOW } from './links.ts';
import { findSession, isOpen, openSession } from './sessionStore.ts';

const EXCHANGES = 5;
const AFTER_EVENT = 7 * DAY;

type LinkRow = Selectable<Database['link_tokens']>;

interface Exchanged {
  /** The account, whose row is locked. */
  account: AccountRow;
  link: LinkRow;
  /** The device's mark from here on. */
  mark: string;
  /** The session that the link opened on this device before. */
  sessionId: string | null;
}

/**
 * Exchanges a link on a device, if it may still be used there. Run it in a transaction.
 * @returns undefined if the link is not valid on this device
 */
export async function exchangeLink(
  { db, now }: Transacting,
  found: FoundLink,
  marks: readonly string[],
): Promise<Exchanged | undefined> {
  // The account before the link: transactions that close links also lock the account first.
  const account = await lockAccount(db, { id: found.account_id });
  if (!account) return undefined;
  // Locks the row: exchanges of one link run one after another, so that of two from one device the first marks it.
  const link = await db
    .updateTable('link_tokens')
    .set((column) => ({ exchanges: column.ref('exchanges') }))
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirst();
  if (!link || !opensAccount(link, account)) return undefined;

  const mark = await chooseMark(db, account.id, marks);
  const device = await db
    .selectFrom('link_devices')
    .selectAll()
    .where('link_id', '=', link.id)
    .where('device_hash', '=', hashToken(mark))
    .executeTakeFirst();
  const exchanged = { account, link, mark, sessionId: device?.session_id ?? null };
  // A device that the link has marked may use it again until a week after the event, or until it signs out.
  if (device) {
    const mayUseAgain = device.ended_at === null && now() < (await getEvent(db)).ends_at + AFTER_EVENT;
    return mayUseAgain ? exchanged : undefined;
  }

  if (!(await countExchange(db, link.id, now()))) return undefined;
  await db
    .insertInto('link_devices')
    .values({ link_id: link.id, device_hash: hashToken(mark), created_at: now(), ended_at: null })
    .execute();
  return exchanged;
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

/** Whether the link still signs in to this account. */
function opensAccount(link: LinkRow, account: AccountRow): boolean {
  // It was made for a prepared account, and the activation leaves it to the device that activated.
  if (link.shown === 1) return true;
  // An unproved e-mail may belong to a stranger who prepared the account on another person's number. The e-mail of a
  // prepared account is the ticket's.
  const isActivated = account.registration_complete === 1;
  const mayBeStrangers = isActivated && account.phone_proved_at !== null && account.email_proved_at === null;
  // A link to a former number or address of the account is invalid.
  if (link.phone_e164 !== null) return link.phone_e164 === account.phone_e164;
  if (link.email_key === null || mayBeStrangers) return false;
  return [account.email_key, account.email_claim_key].includes(link.email_key);
}

/** Continues the session that the link opened on this device before, or opens another. */
export async function resumeSession(
  { db, now }: Transacting,
  { account, link, mark, sessionId }: Exchanged,
): Promise<SessionRow> {
  const before = sessionId === null ? undefined : await findSession(db, sessionId);
  // One that is about to end is not handed out again.
  if (before && isOpen(before, now() + DAY)) return before;
  const session = await openSession(db, account.id, { phoneProved: link.phone_e164 !== null, linkId: link.id }, now());
  await db
    .updateTable('link_devices')
    .set({ session_id: session.id })
    .where('link_id', '=', link.id)
    .where('device_hash', '=', hashToken(mark))
    .execute();
  return session;
}
