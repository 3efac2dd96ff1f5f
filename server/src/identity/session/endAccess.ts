import { sql } from 'kysely';
import { hashToken } from '../../platform/deriveKeys.ts';
import type { Transacting } from '../../platform/transact.ts';
import { clearAccountLimits } from '../accounts/editLimits.ts';
import { markHashes } from './knownDevices.ts';
import { endSessions } from './sessionStore.ts';

/**
 * The links of an account that end: by how they were sent, or all except those texted to an E.164 number, those mailed
 * to the address with a key, and the link with an id.
 */
type EndedLinks =
  | 'all'
  | 'mailed'
  | 'texted'
  | { except: { textedTo?: string | null; mailedTo?: string | null; id?: string | null } };

/** Ends what others may hold of an account: its sessions, these links, and the counts of what they have used up. */
export async function endAccess(tx: Transacting, accountId: string, links: EndedLinks): Promise<void> {
  await closeLinksOf(tx, accountId, links);
  await endSessions(tx, accountId);
  await clearAccountLimits(tx.db, accountId);
}

/** Ends links of an account on every device. */
export async function closeLinksOf(tx: Transacting, accountId: string, which: EndedLinks): Promise<void> {
  const { textedTo, mailedTo, id } = typeof which === 'object' ? which.except : {};
  const closed = await tx.db
    .updateTable('link_tokens')
    .set({ closed_at: tx.now() })
    .where('account_id', '=', accountId)
    .$if(which === 'mailed', (query) => query.where('phone_e164', 'is', null).where('shown', '=', 0))
    .$if(which === 'texted', (query) => query.where('phone_e164', 'is not', null))
    .where(sql<boolean>`(phone_e164 is null or phone_e164 <> ${textedTo ?? ''})`)
    .where(sql<boolean>`(email_key is null or email_key <> ${mailedTo ?? ''})`)
    .where('id', '!=', id ?? '')
    .returning('id')
    .execute();
  await endMarks(tx, closed);
}

/** Ends one link on every device. */
export async function closeLink(tx: Transacting, id: string): Promise<void> {
  await tx.db.updateTable('link_tokens').set({ closed_at: tx.now() }).where('id', '=', id).execute();
  await endMarks(tx, [{ id }]);
}

/**
 * Ends the links of an account that the staff has shown: on every device, or except where a session is the one that they
 * opened there.
 */
export async function closeShownLinks(tx: Transacting, accountId: string, exceptSession = ''): Promise<void> {
  const closed = await tx.db
    .updateTable('link_tokens')
    .set({ closed_at: tx.now() })
    .where('account_id', '=', accountId)
    .where('shown', '=', 1)
    .returning('id')
    .execute();
  if (closed.length === 0) return;
  await tx.db
    .updateTable('link_devices')
    .set({ ended_at: tx.now() })
    .where(
      'link_id',
      'in',
      closed.map(({ id }) => id),
    )
    .where(sql<boolean>`coalesce(session_id, '') <> ${exceptSession}`)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * For a sign-out: this device may not reuse a link of the account that has marked it, nor the link with this token, even
 * if that is another account's, and no new device may open such a link (decision 004).
 */
export async function closeLinksOnDevice(
  tx: Transacting,
  { accountId = '', token = '' }: { accountId?: string | undefined; token?: string | undefined },
  marks: readonly string[],
): Promise<void> {
  const closed = await tx.db
    .updateTable('link_tokens')
    .set({ closed_at: tx.now() })
    .where((where) =>
      where.or([
        where('token_hash', '=', hashToken(token)),
        where.and([
          where('account_id', '=', accountId),
          where.exists(
            where
              .selectFrom('link_devices')
              .select('link_id')
              .whereRef('link_id', '=', 'link_tokens.id')
              .where('device_hash', 'in', markHashes(marks))
              .where('ended_at', 'is', null),
          ),
        ]),
      ]),
    )
    .returning('id')
    .execute();
  await endMarks(tx, closed, markHashes(marks));
}

/** @param on the marks of the devices that may not use these links again; without it, of all */
async function endMarks({ db, now }: Transacting, links: { id: string }[], on?: string[]): Promise<void> {
  // PostgreSQL rejects an empty list.
  if (links.length === 0) return;
  const ids = links.map(({ id }) => id);
  await db
    .updateTable('link_devices')
    .set({ ended_at: now() })
    .where('link_id', 'in', ids)
    .$if(on !== undefined, (query) => query.where('device_hash', 'in', on ?? []))
    .where('ended_at', 'is', null)
    .execute();
}
