import {
  ANNOUNCEMENTS_LISTED,
  type AnnouncementStateName,
  type ListedAnnouncement,
} from '@companion/contract/staff/announcements';
import { sql } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import type { Kind } from '../messages/outbox.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { toAnnouncement } from './currentAnnouncements.ts';

/** The newest announcements: all, or that of one id. */
export async function listAnnouncements(db: ReadDatabase, now: number, id?: string): Promise<ListedAnnouncement[]> {
  const { time_zone: zone } = await getEvent(db);
  const rows = await db
    .selectFrom('announcements')
    .leftJoin('content', 'content.id', 'announcements.content_id')
    .leftJoin('content as about', 'about.id', 'announcements.audience_value')
    .leftJoin('staff', 'staff.id', 'announcements.created_by')
    .selectAll('announcements')
    .select(['content.campaign_id', 'content.title as session_title', 'about.title as about_title', 'staff.name as by'])
    .$if(id !== undefined, (query) => query.where('announcements.id', '=', id ?? ''))
    .orderBy('announcements.sends_at', 'desc')
    .orderBy('announcements.id')
    .limit(ANNOUNCEMENTS_LISTED)
    .execute();
  const messages = await messagesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const [mail, sms] = (['mail', 'sms'] as const).map((kind) => messages.get(`${row.id} ${kind}`) ?? null);
    const isUnderWay = [mail, sms].some((one) => one && !one.isDone);
    return {
      ...toAnnouncement(row),
      state: stateOf(row, now, isUnderWay),
      sessionTitle: row.session_title,
      audience: row.audience,
      audienceValue: row.audience_value,
      audienceName: row.audience === 'session' ? (row.about_title ?? '') : row.audience_value,
      sendsAt: isoTime(row.sends_at),
      sendsAtThere: timeThere(zone, row.sends_at),
      endsAtThere: timeThere(zone, row.ends_at),
      mail: mail ?? null,
      sms: sms ?? null,
      by: row.by ?? '',
      version: row.updated_at,
    };
  });
}

/** A time on the clocks of the event, as a form has it. */
export const timeThere = (zone: string, instant: number): string =>
  zonedTime(zone, instant).toPlainDateTime().toString().slice(0, 'yyyy-mm-ddThh:mm'.length);

function stateOf(
  { cancelled_at, sends_at, ends_at }: { cancelled_at: number | null; sends_at: number; ends_at: number },
  now: number,
  isUnderWay: boolean,
): AnnouncementStateName {
  if (cancelled_at !== null) return 'cancelled';
  if (ends_at <= now) return 'ended';
  if (sends_at > now) return 'planned';
  return isUnderWay ? 'sending' : 'shown';
}

/** What became of the messages of these announcements, by announcement and kind. */
async function messagesOf(db: ReadDatabase, ids: string[]) {
  const counts = new Map<string, { people: number; sent: number; failed: number; isDone: boolean }>();
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return counts;
  const sendings = await db
    .selectFrom('announcement_sendings')
    .select(['announcement_id', 'kind', 'done_at'])
    .where('announcement_id', 'in', ids)
    .execute();
  for (const { announcement_id, kind, done_at } of sendings) {
    counts.set(`${announcement_id} ${kind}`, { people: 0, sent: 0, failed: 0, isDone: done_at !== null });
  }
  const rows = await db
    .selectFrom('announcement_messages')
    .leftJoin('outbox', 'outbox.id', 'outbox_id')
    .select([
      'announcement_id',
      sql<Kind>`announcement_messages.kind`.as('kind'),
      (by) => by.fn.countAll<number>().as('people'),
      // The outbox forgets what it has sent.
      sql<number>`sum(case when outbox.id is null or (sent_at is not null and failed_at is null) then 1 else 0 end)`.as(
        'sent',
      ),
      sql<number>`sum(case when failed_at is not null then 1 else 0 end)`.as('failed'),
    ])
    .where('announcement_id', 'in', ids)
    .groupBy(['announcement_id', 'announcement_messages.kind'])
    .execute();
  for (const row of rows) {
    const found = counts.get(`${row.announcement_id} ${row.kind}`);
    const [people, sent, failed] = [Number(row.people), Number(row.sent), Number(row.failed)];
    const isDone = found?.isDone === true && sent + failed === people;
    counts.set(`${row.announcement_id} ${row.kind}`, { people, sent, failed, isDone });
  }
  return counts;
}
