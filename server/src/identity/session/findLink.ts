import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { getAccountRow } from '../accounts/accountQueries.ts';
import { isKnownDevice, markHashes } from './knownDevices.ts';
import { mayUseAgain, opensAccount } from './links.ts';
import { findSession, staysOpen } from './sessionStore.ts';

export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** The link with this token, and what this device has done with it. */
export function findLink(db: ReadDatabase, token: string, marks: readonly string[]) {
  return db
    .selectFrom('link_tokens')
    .leftJoin('link_devices', (join) =>
      join.onRef('link_devices.link_id', '=', 'link_tokens.id').on('link_devices.device_hash', 'in', markHashes(marks)),
    )
    .select(['id', 'account_id', 'phone_e164', 'email_key', 'session_id', 'ended_at', 'device_hash'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

/**
 * The session that a link opened on this device, if opening it again changes nothing. The device then continues that
 * session, which needs only reads.
 */
export async function findLinkSession(
  db: ReadDatabase,
  link: FoundLink,
  marks: readonly string[],
  now: number,
): Promise<{ account: AccountRow; session: SessionRow } | undefined> {
  if (link.device_hash === null || link.session_id === null) return undefined;
  if (!(await mayUseAgain(db, link, now))) return undefined;
  const [account, session] = await Promise.all([getAccountRow(db, link.account_id), findSession(db, link.session_id)]);
  if (!account || !session || !staysOpen(session, now) || !opensAccount(link, account)) return undefined;
  // Before the activation a mailed link removes a number that another device has proved (releasePhone).
  if (link.phone_e164 === null && account.registration_complete === 0 && account.phone_proved_at !== null)
    return undefined;
  // Otherwise the link still has to prove the phone.
  const provesNothing = account.phone_proved_at !== null && account.sms_undeliverable_at === null;
  if (link.phone_e164 !== null && !(provesNothing && (await isKnownDevice(db, account.id, marks)))) return undefined;
  return { account, session };
}
