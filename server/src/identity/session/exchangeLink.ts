import { type Kysely, sql } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { chooseMark } from './knownDevices.ts';
import { mayUseAgain, OPEN_WINDOW, opensAccount } from './links.ts';

const EXCHANGES = 5;

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
