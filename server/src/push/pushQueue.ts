import { type Kysely, sql } from 'kysely';
import type { PushDevice, PushMessage } from '../platform/db/pushSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';

/** Longer than a delivery and its recording. After it, another worker takes over a message whose worker has died. */
const LEASE_MS = MINUTE;

/** A message with the device that it is for. */
export type LeasedPush = PushMessage & Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>;

/**
 * Leases due messages to this worker, and gives up those that have ended. The search writes nothing; if two workers
 * find the same message, one of them gets it.
 * @returns messages whose device's session is open
 */
export async function leasePushes(
  db: Kysely<Database>,
  { now }: Pick<Services, 'now'>,
  max: number,
): Promise<LeasedPush[]> {
  const at = now();
  const isDue = sql<boolean>`done_at is null and next_attempt_at <= ${at} and leased_until <= ${at}`;
  const found = await db
    .selectFrom('push_messages')
    .select(['source', 'device_id'])
    .where(isDue)
    .orderBy('next_attempt_at')
    .limit(max)
    .execute();
  if (found.length === 0) return [];
  const rows = await db
    .updateTable('push_messages')
    .set({
      leased_until: at + LEASE_MS,
      attempts: sql`attempts + 1`,
      done_at: sql<number | null>`case when expires_at <= ${at} then cast(${at} as bigint) end`,
    })
    .where(keysOf(found))
    // Checked again: another worker may have leased the message since the search.
    .where(isDue)
    .returningAll()
    .execute();
  const devices = await findDevices(
    db,
    at,
    rows.filter(({ done_at }) => done_at === null).map(({ device_id }) => device_id),
  );
  const closed = rows.filter(({ done_at, device_id }) => done_at === null && !devices.has(device_id));
  if (closed.length > 0) await markDone(db, closed, at);
  return rows.flatMap((row) => {
    const device = row.done_at === null ? devices.get(row.device_id) : undefined;
    return device ? [{ ...row, ...device }] : [];
  });
}

async function findDevices(db: Kysely<Database>, at: number, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const devices = await db
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['push_devices.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_devices.id', 'in', ids)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .execute();
  return new Map(devices.map(({ id, ...device }) => [id, device]));
}

type Key = Pick<PushMessage, 'source' | 'device_id'>;

const keysOf = (keys: Key[]) =>
  sql<boolean>`(source, device_id) in (values ${sql.join(
    keys.map(({ source, device_id }) => sql`(${source}, ${device_id})`),
  )})`;

/** The push service has them, or they are given up. */
export async function markDone(db: Kysely<Database>, keys: Key[], at: number): Promise<void> {
  await db.updateTable('push_messages').set({ done_at: at }).where(keysOf(keys)).execute();
}

/** Returns a lease. If it has expired and another worker holds the message, nothing changes. */
export async function retryAt(db: Kysely<Database>, { attempts, ...key }: LeasedPush, at: number): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ next_attempt_at: at, leased_until: 0 })
    .where(keysOf([key]))
    .where('attempts', '=', attempts)
    .execute();
}

/** The browser has ended its subscription. What waits for it goes with it. */
export async function removeDevice(db: Kysely<Database>, { device_id, endpoint }: LeasedPush): Promise<void> {
  // With another address it is a new subscription.
  await db.deleteFrom('push_devices').where('id', '=', device_id).where('endpoint', '=', endpoint).execute();
}
