import { randomUUID } from 'node:crypto';
import { reject } from '../platform/domainError.ts';
import { findPushHost } from '../platform/readPushHosts.ts';
import type { Transacting } from '../platform/transact.ts';
import { arePushKeys, type PushKeys } from './encryptPush.ts';

/** Of one account. A person has some browsers; a script has more. */
export const MAX_DEVICES = 10;

const WRONG = 'This browser cannot be notified.';

/**
 * Pushes to a browser from now on: it has one account, the last that has saved it. Of more than ten of an account the
 * oldest go. The caller has locked the session.
 * @throws DomainError `invalid` for an address of no push service that is allowed, or for keys that are none
 */
export async function storePushDevice(
  { db, config, now }: Transacting,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  { endpoint, ...keys }: PushKeys & { endpoint: string },
): Promise<void> {
  if (!findPushHost(config.pushHosts, endpoint)) reject('invalid', WRONG, { endpoint: 'Is at no known push service' });
  if (!arePushKeys(keys)) reject('invalid', WRONG, { p256dh: 'Must be the keys of a subscription' });
  const row = { account_id: accountId, session_id: sessionId, endpoint, ...keys, created_at: now() };
  const saved = await db
    .insertInto('push_devices')
    .values({ id: randomUUID(), ...row })
    // The same row, so that nothing is pushed to it twice. It is locked from here on, whoever else saves this browser.
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ session_id: sessionId, ...keys }))
    .returning(['id', 'account_id'])
    .executeTakeFirstOrThrow();
  if (saved.account_id !== accountId) {
    // What waits for this browser is of the account that it had, and goes with its row.
    await db.deleteFrom('push_devices').where('id', '=', saved.id).execute();
    await db
      .insertInto('push_devices')
      .values({ id: randomUUID(), ...row })
      .execute();
  }
  const devices = await db
    .selectFrom('push_devices')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const oldest = devices.slice(MAX_DEVICES).map(({ id }) => id);
  if (oldest.length > 0) await db.deleteFrom('push_devices').where('id', 'in', oldest).execute();
}
