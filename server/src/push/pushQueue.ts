import { type Kysely, sql } from 'kysely';
import type { PushDevice, PushMessage } from '../platform/db/pushSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { openSessions } from '../platform/openSessions.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';

/** Longer than a delivery and its recording. After it, another worker takes over a message whose worker has died. */
const LEASE_MS = MINUTE;

/** A message with the device that it is for. */
export type LeasedPush = PushMessage & Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>;

/**
 * Leases due messages to this worker, and gives up those that have ended. The search writes nothing; if two workers
 * find the same message, one of them gets it.
 * @returns messages whose device's session is open, and which the person still wants
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
  const open = rows.filter(({ done_at }) => done_at === null);
  const devices = await findDevices(db, at, open);
  const closed = open.filter((row) => !devices.has(nameOf(row)));
  if (closed.length > 0) await markDone(db, closed, at);
  return open.flatMap((row) => {
    const device = devices.get(nameOf(row));
    return device ? [{ ...row, ...device }] : [];
  });
}

/** The devices of messages, by message: only where the session is open and the person still wants it. */
async function findDevices(db: Kysely<Database>, at: number, messages: Key[]) {
  if (messages.length === 0) return new Map<string, never>();
  const found = await db
    .selectFrom('push_messages as message')
    .innerJoin('push_devices as device', 'device.id', 'message.device_id')
    .leftJoin('session_notices as notice', 'notice.id', 'message.source')
    .leftJoin('notice_settings as wanted', 'wanted.account_id', 'device.account_id')
    .select(['message.source', 'message.device_id', 'endpoint', 'p256dh', 'auth'])
    .where(keysOf(messages))
    .where('session_id', 'in', openSessions(db, at).select('id'))
    // It may have waited for hours: for the morning, or for the push service.
    .where(sql<boolean>`coalesce(case when notice.id is null then wanted.announcements
      when notice.kind = 'reminder' then wanted.reminders else wanted.changes end, 1) = 1`)
    .where(sql<boolean>`(notice.id is null or exists (select 1 from saved_sessions s where s.saved = 1
      and s.account_id = device.account_id and s.content_id = notice.content_id))`)
    // A change is noticed minutes after it was made.
    .where(sql<boolean>`(notice.id is null or notice.kind <> 'reminder' or exists (select 1 from content c
      where c.id = notice.content_id and c.hidden = 0 and c.starts_at = notice.ends_at))`)
    .execute();
  return new Map(found.map(({ endpoint, p256dh, auth, ...key }) => [nameOf(key), { endpoint, p256dh, auth }]));
}

type Key = Pick<PushMessage, 'source' | 'device_id'>;

const nameOf = ({ source, device_id }: Key): string => `${source} ${device_id}`;

const keysOf = (keys: Key[]) =>
  sql<boolean>`(source, device_id) in (values ${sql.join(
    keys.map(({ source, device_id }) => sql`(${source}, ${device_id})`),
  )})`;

/** The push service has them, or they are given up. */
export async function markDone(db: Kysely<Database>, keys: Key[], at: number): Promise<void> {
  await db.updateTable('push_messages').set({ done_at: at }).where(keysOf(keys)).execute();
}

/** Gives up what is due by now: in a restored backup it is old, and was pushed since. The app shows what is of use. */
export async function dropDuePushes(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .updateTable('announcement_sendings')
    .set({ done_at: now })
    .where('kind', '=', 'push')
    .where('done_at', 'is', null)
    .where('announcement_id', 'in', (select) =>
      select.selectFrom('announcements').select('id').where('sends_at', '<=', now),
    )
    .execute();
  await db
    .updateTable('push_messages')
    .set({ done_at: now })
    .where('done_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .execute();
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
