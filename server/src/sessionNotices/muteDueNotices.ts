import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { beginningSessions, changedSessions, changeId, reminderId } from './makeNotices.ts';

/**
 * Lets the app alone tell what is to be told by now: in a restored backup it is old, and was pushed since. A message that
 * a device has had is not queued for it again.
 */
export async function muteDueNotices(db: Kysely<Database>, now: number): Promise<void> {
  const services = { db, now: () => now };
  const open = await db
    .selectFrom('session_notices')
    .select(['id', 'content_id'])
    .where('done_at', 'is', null)
    .execute();
  const changed = await changedSessions(services).execute();
  const beginning = await beginningSessions(services).execute();
  const due = [
    ...open.map(({ id, content_id }) => [id, content_id] as const),
    ...changed.map((session) => [changeId(session), session.id] as const),
    ...beginning.map((session) => [reminderId(session), session.id] as const),
  ];
  for (const [source, contentId] of due) {
    await sql`insert into push_messages (source, device_id, payload, expires_at, next_attempt_at, done_at)
      select ${source}, device.id, '{}', cast(${now} as bigint), cast(${now} as bigint), cast(${now} as bigint)
      from push_devices device join saved_sessions saved on saved.account_id = device.account_id
      where saved.content_id = ${contentId} and saved.saved = 1 on conflict do nothing`.execute(db);
  }
}
