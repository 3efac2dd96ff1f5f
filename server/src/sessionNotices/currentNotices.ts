import type { Announcement } from '@companion/contract/announcement';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime, MINUTE } from '../platform/time.ts';

/** The frame stays small. Who saved another session learns of its change some seconds later. */
const MAX_CHANGED = 10;

/** The sessions of which people were told just now that they have moved, are cancelled or take place after all. */
export async function readJustTold(db: ReadDatabase, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session_notices')
    .select('content_id')
    .where('kind', '!=', 'reminder')
    .where('done_at', '>', now - MINUTE)
    .orderBy('done_at', 'desc')
    .limit(MAX_CHANGED)
    .execute();
  return rows.map(({ content_id }) => content_id);
}

/** A mark of the notices that phones may show, which differs with each new one; empty while there is none. */
export async function noticeMark(db: ReadDatabase, now: number): Promise<string> {
  const row = await db
    .selectFrom('session_notices')
    .select((by) => [by.fn.max('done_at').as('newest'), by.fn.countAll<number>().as('count')])
    .where('done_at', 'is not', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.newest === null ? '' : `${row.newest} ${row.count}`;
}

/** What an account was told and is not over, the newest first: phones show it as they show announcements. */
export async function noticesOf(db: ReadDatabase, now: number, accountId: string): Promise<Announcement[]> {
  const rows = await db
    .selectFrom('told_notices as told')
    .innerJoin('session_notices as notice', 'notice.id', 'told.notice_id')
    .innerJoin('content', 'content.id', 'notice.content_id')
    .select(['notice.id', 'notice.title', 'notice.text', 'notice.ends_at', 'notice.content_id'])
    .select(['content.campaign_id', 'content.hidden'])
    .where('told.account_id', '=', accountId)
    .where('notice.ends_at', '>', now)
    .orderBy('told.created_at', 'desc')
    .orderBy('notice.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, text: row.text, endsAt: isoTime(row.ends_at), isPersonal: true },
    // A session that the event no longer has cannot be opened.
    session: row.hidden ? null : { campaignId: row.campaign_id, contentId: row.content_id },
  }));
}
