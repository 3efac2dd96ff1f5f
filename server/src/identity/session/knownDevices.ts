import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';

/** Whether a device has signed in to this account by a proof of its phone since all its sessions were last ended. */
export async function isKnownDevice(db: ReadDatabase, accountId: string, mark: string | undefined): Promise<boolean> {
  if (!mark) return false;
  const known = await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hashToken(mark))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * The mark for a device that signs in: the one that it sends if this account has it on record, else a new one. An
 * attacker may have planted the mark that it sends, and so know it.
 */
export async function chooseMark(db: ReadDatabase, accountId: string, received: string | undefined): Promise<string> {
  if (!received) return randomToken();
  const onRecord = await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hashToken(received))
    .unionAll(
      db
        .selectFrom('link_devices')
        .innerJoin('link_tokens', 'link_tokens.id', 'link_devices.link_id')
        .select('link_tokens.account_id')
        .where('link_tokens.account_id', '=', accountId)
        .where('link_devices.device_hash', '=', hashToken(received)),
    )
    .executeTakeFirst();
  return onRecord ? received : randomToken();
}

/** Call it only if this device sent back a code or link that was texted to the account's phone. */
export async function rememberDevice(
  db: Kysely<Database>,
  accountId: string,
  mark: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ account_id: accountId, device_hash: hashToken(mark), created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet({ created_at: now }))
    .execute();
}

export async function forgetDevices(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('account_id', '=', accountId).execute();
}
