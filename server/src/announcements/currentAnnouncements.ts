import { createHash } from 'node:crypto';
import type { Announcement } from '@companion/contract/announcement';
import { sql } from 'kysely';
import type { CurrentAnnouncements } from '../live/liveSource.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { noticeMark, noticesOf, readJustTold } from '../sessionNotices/currentNotices.ts';
import { inAudience } from './audiences.ts';

/** Of those for all, phones show the newest, so that their frame stays small. */
const MAX_FOR_ALL = 3;
/** Enough to tell two states apart. */
const MARK_LENGTH = 16;

type Shown = AnnouncementRow & { campaign_id: string | null };

/**
 * What everyone is told: of an announcement for some only, and of notices about saved sessions, nothing but that there
 * is another one, and of which session, which is in the programme.
 */
export async function readCurrentAnnouncements(db: ReadDatabase, now: number): Promise<CurrentAnnouncements> {
  const rows = await notEnded(db, now).execute();
  const { forAll, personal } = split(rows.filter((row) => row.sends_at <= now));
  const [notices, justTold] = [await noticeMark(db, now), await readJustTold(db, now)];
  const times = rows.map((row) => (row.sends_at > now ? row.sends_at : row.ends_at));
  return {
    forAll: forAll.map(toAnnouncement),
    personal: personal.length > 0 || notices ? markOf(personal, notices) : '',
    ...(justTold.length > 0 && { justTold }),
    nextAt: times.length > 0 ? Math.min(...times) : null,
  };
}

/** The announcements for an account, below its notices about saved sessions. What is for others is not read. */
export const announcementsOf = async (db: ReadDatabase, now: number, accountId: string): Promise<Announcement[]> => [
  ...(await noticesOf(db, now, accountId)),
  ...(await announcedTo(db, now, accountId)),
];

async function announcedTo(db: ReadDatabase, now: number, accountId: string): Promise<Announcement[]> {
  const rows = await notEnded(db, now).where('sends_at', '<=', now).execute();
  const { forAll, personal } = split(rows);
  if (personal.length === 0) return forAll.map(toAnnouncement);
  // One query for all of them: a number for each that the account is in the audience of.
  const conditions = personal.map((row, index) => sql<number>`case when ${inAudience(row)} then ${sql.lit(index)} end`);
  const account = await db
    .selectFrom('accounts')
    .select(conditions.map((condition, index) => condition.as(`for_${index}`)))
    .where('id', '=', accountId)
    .executeTakeFirst();
  const own = new Set(Object.values(account ?? {}));
  return rows.filter((row) => forAll.includes(row) || own.has(personal.indexOf(row))).map(toAnnouncement);
}

/** The newest first. */
const notEnded = (db: ReadDatabase, now: number) =>
  db
    .selectFrom('announcements')
    .leftJoin('content', 'content.id', 'announcements.content_id')
    .selectAll('announcements')
    // A session that the event no longer has cannot be opened.
    .select(sql<string | null>`case when content.hidden = 0 then content.campaign_id end`.as('campaign_id'))
    .where('announcements.ends_at', '>', now)
    .where('cancelled_at', 'is', null)
    .orderBy('sends_at', 'desc')
    .orderBy('announcements.id');

function split(rows: Shown[]): { forAll: Shown[]; personal: Shown[] } {
  const isForAll = (row: Shown) => row.audience === 'all';
  return { forAll: rows.filter(isForAll).slice(0, MAX_FOR_ALL), personal: rows.filter((row) => !isForAll(row)) };
}

/** A hash, so that the mark tells nothing of them. */
const markOf = (rows: Shown[], notices: string): string =>
  createHash('sha256')
    .update([...rows.map(({ id, updated_at }) => `${id} ${updated_at}`), notices].join('\n'))
    .digest('base64url')
    .slice(0, MARK_LENGTH);

export const toAnnouncement = (row: Shown): Announcement => ({
  id: row.id,
  title: row.title,
  text: row.text,
  session:
    row.content_id !== null && row.campaign_id !== null
      ? { campaignId: row.campaign_id, contentId: row.content_id }
      : null,
  endsAt: isoTime(row.ends_at),
  isPersonal: row.audience !== 'all',
});
