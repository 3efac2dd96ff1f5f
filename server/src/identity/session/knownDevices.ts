import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { hashToken, randomToken } from '../../platform/deriveKeys.ts';
import { DAY } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';

/** Longer than any event; the use of a device's mark has limits of its own (decision 023). */
export const DEVICE_LIFETIME = 400 * DAY;

/** The hashes by which the database compares marks; never empty, because PostgreSQL rejects an empty list. */
export const markHashes = (marks: readonly string[]): string[] => ['', ...marks.map(hashToken)];

/** Whether a device has signed in to this account by a proof of its phone since all its sessions were last ended. */
export async function isKnownDevice(db: ReadDatabase, accountId: string, marks: readonly string[]): Promise<boolean> {
  if (marks.length === 0) return false;
  const known = await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', 'in', markHashes(marks))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * The mark for a device that signs in: of those that it sends, the one that this account has on record, else a new one.
 * An attacker may have planted the marks that it sends, and so know them.
 */
export async function chooseMark(db: ReadDatabase, accountId: string, received: readonly string[]): Promise<string> {
  if (received.length === 0) return randomToken();
  const onRecord = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('account_id', '=', accountId)
    .where('device_hash', 'in', markHashes(received))
    .unionAll(
      db
        .selectFrom('link_devices')
        .innerJoin('link_tokens', 'link_tokens.id', 'link_devices.link_id')
        .select('link_devices.device_hash')
        .where('link_tokens.account_id', '=', accountId)
        .where('link_devices.device_hash', 'in', markHashes(received)),
    )
    .execute();
  const hashes = new Set(onRecord.map(({ device_hash }) => device_hash));
  return received.find((mark) => hashes.has(hashToken(mark))) ?? randomToken();
}

/**
 * Call it only if this device sent back a code or link that was texted to the account's phone.
 * @param isAgain whether the device has sent it back before: then nothing is written if the device is known
 */
export async function rememberDevice(
  { db, now }: Transacting,
  accountId: string,
  mark: string,
  isAgain = false,
): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ account_id: accountId, device_hash: hashToken(mark), created_at: now() })
    .onConflict((conflict) => {
      const known = conflict.columns(['account_id', 'device_hash']);
      return isAgain ? known.doNothing() : known.doUpdateSet({ created_at: now() });
    })
    .execute();
}
