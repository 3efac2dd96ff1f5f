import { hashToken } from '../../platform/keys.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommit } from '../../platform/transact.ts';

const USE_RECORDED_EVERY_MS = MINUTE;

/** A stage screen. */
export interface StaffDevice {
  id: string;
  name: string;
}

/** The device with this key; undefined once it is revoked. */
export async function findDevice(services: Services, key: string): Promise<StaffDevice | undefined> {
  const now = services.now();
  const device = await services.db
    .selectFrom('staff_devices')
    .select(['id', 'name', 'last_used_at'])
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  if (!device) return undefined;
  if ((device.last_used_at ?? 0) <= now - USE_RECORDED_EVERY_MS) {
    await autocommit(services, (db) =>
      db.updateTable('staff_devices').set({ last_used_at: now }).where('id', '=', device.id).execute(),
    );
  }
  return { id: device.id, name: device.name };
}
