import { randomUUID } from 'node:crypto';
import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import type { EventRow } from '../../platform/db/eventSchema.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { toFlag } from '../../platform/db/table.ts';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { markHashes } from './knownDevices.ts';

/** Within it a sign-in link must first be opened, and other devices may then exchange it (decision 031). */
export const OPEN_WINDOW = 10 * MINUTE;

/**
 * Creates a sign-in link for an account and stores its hash.
 * @param to the E.164 number that the link is texted to, and so proves, or the key of the address that it is mailed to;
 * `shown`: to the person, on a member's screen
 * @param openBefore until when it must first be opened, in milliseconds
 */
export async function createLink(
  { config, db, keys, now }: Transacting,
  accountId: string,
  to: { phone: string } | { emailKey: string } | 'shown',
  openBefore: number,
): Promise<string> {
  const token = makeToken(keys, 'link');
  await db
    .insertInto('link_tokens')
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      account_id: accountId,
      phone_e164: to !== 'shown' && 'phone' in to ? to.phone : null,
      email_key: to !== 'shown' && 'emailKey' in to ? to.emailKey : null,
      shown: toFlag(to === 'shown'),
      created_at: now(),
      open_before: openBefore,
      first_opened_at: null,
      exchanges: 0,
      closed_at: null,
    })
    .execute();
  return linkTo({ config }, token);
}

/** The address that signs in with a token. */
export const linkTo = ({ config }: Pick<Transacting, 'config'>, token: string): string =>
  `${config.appUrl}/?${AUTOLOGIN_PARAM}=${token}`;

/**
 * Creates a link that activates a prepared account. It must first be opened before the event ends (decision 031).
 * @param to `phone`: the E.164 number that the link is texted to, and so proves; null for a link by e-mail
 * @returns the link, and until when it can be opened
 */
export async function createActivationLink(
  tx: Transacting,
  to: { event: EventRow; account: AccountRow; phone: string | null },
): Promise<{ link: string; expiresAt: number }> {
  const expiresAt = Math.max(to.event.ends_at, tx.now() + HOUR);
  const recipient = to.phone === null ? { emailKey: emailKey(to.account.email) } : { phone: to.phone };
  return { link: await createLink(tx, to.account.id, recipient, expiresAt), expiresAt };
}

export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** The link with this token, and whether it has marked this device. */
export function findLink(db: ReadDatabase, token: string, marks: readonly string[]) {
  return db
    .selectFrom('link_tokens')
    .leftJoin('link_devices', (join) =>
      join.onRef('link_devices.link_id', '=', 'link_tokens.id').on('link_devices.device_hash', 'in', markHashes(marks)),
    )
    .select(['id', 'account_id', 'device_hash'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
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
