import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { markHashes } from './knownDevices.ts';

interface Kept {
  textedTo?: string | null;
  mailedTo?: string | null;
  id?: string | null;
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
