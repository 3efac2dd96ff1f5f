import { randomUUID } from 'node:crypto';
import { STAGE_PATH } from '@companion/contract/staff/stageDevices';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken, isOwnToken, makeToken } from '../../platform/deriveKeys.ts';
import { DomainError } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommit, type Transacting } from '../../platform/transact.ts';

const USE_RECORDED_EVERY_MS = MINUTE;
/** A venue has a few screens; a stolen session must not fill the table. */
const MAX_DEVICES = 100;

/** A stage screen that sends a request. */
export interface StaffDevice {
  id: string;
  name: string;
}

/** The device with this key; undefined once it is revoked. */
export async function findDevice(services: Services, key: string): Promise<StaffDevice | undefined> {
  const { db, keys } = services;
  const now = services.now();
  // Invented keys cost no query.
  if (!isOwnToken(keys, 'device', key)) return undefined;
  const device = await db
    .selectFrom('staff_devices')
    .select(['id', 'name', 'last_used_at'])
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  if (!device) return undefined;
  if ((device.last_used_at ?? 0) <= now - USE_RECORDED_EVERY_MS) {
    await autocommit(services, (writer) =>
      writer.updateTable('staff_devices').set({ last_used_at: now }).where('id', '=', device.id).execute(),
    );
  }
  return { id: device.id, name: device.name };
}

export function listDevices(db: ReadDatabase) {
  return db
    .selectFrom('staff_devices')
    .innerJoin('staff', 'staff.id', 'created_by')
    .select(['staff_devices.id', 'staff_devices.name', 'staff_devices.created_at', 'last_used_at'])
    .select('staff.name as creator')
    .orderBy('staff_devices.name')
    .orderBy('staff_devices.id')
    .execute();
}

/**
 * @returns the device, and the link with its key, which is stored nowhere
 * @throws DomainError `conflict` when there are too many
 */
export async function createDevice(tx: Transacting, { name, createdBy }: { name: string; createdBy: string }) {
  const { db, config, keys, now } = tx;
  if ((await listDevices(db)).length >= MAX_DEVICES) {
    throw new DomainError('conflict', `There are ${MAX_DEVICES} stage screens already. Revoke one first.`);
  }
  const key = makeToken(keys, 'device');
  const id = randomUUID();
  const device = { id, name, created_by: createdBy, created_at: now(), last_used_at: null };
  await db
    .insertInto('staff_devices')
    .values({ ...device, key_hash: hashToken(key) })
    .execute();
  return { device, link: `${config.appUrl}${STAGE_PATH}#key=${key}` };
}

/** @returns whether it was there */
export async function revokeDevice(db: Kysely<Database>, id: string): Promise<boolean> {
  const revoked = await db.deleteFrom('staff_devices').where('id', '=', id).returning('id').executeTakeFirst();
  return revoked !== undefined;
}

/**
 * Ends the keys of the devices that a member has made, or hands the devices to another one, or leaves them.
 * @returns their ids
 */
export async function settleDevicesOf(
  db: Kysely<Database>,
  staffId: string,
  { revokes = false, handTo }: { revokes?: boolean; handTo?: string },
): Promise<string[]> {
  const settled = () => {
    if (revokes) return db.deleteFrom('staff_devices').where('created_by', '=', staffId).returning('id').execute();
    if (handTo === undefined) {
      return db.selectFrom('staff_devices').select('id').where('created_by', '=', staffId).execute();
    }
    return db
      .updateTable('staff_devices')
      .set({ created_by: handTo })
      .where('created_by', '=', staffId)
      .returning('id')
      .execute();
  };
  return (await settled()).map(({ id }) => id);
}

/** Which of these devices are not revoked. */
export async function devicesAmong(db: ReadDatabase, ids: string[]): Promise<Set<string>> {
  const found = await db.selectFrom('staff_devices').select('id').where('id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}
