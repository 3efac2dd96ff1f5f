import type { ComingSession, ShownBetween, StageBetween, StagePicture } from '@companion/contract/staff/betweenPolls';
import { getEvent } from '../event/eventQueries.ts';
import { lockStage } from '../live/lockStage.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { recordChange } from '../platform/recordChange.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';

/** More than a slide has room for, so that it goes on for a while without the server. */
const MAX_NEXT = 12;

/** What the stage shows between polls, as a host has chosen, and the staff's picture. */
export async function readBetweenPolls(
  db: ReadDatabase,
): Promise<{ shows: ShownBetween; picture: StagePicture | null }> {
  const row = await db.selectFrom('stage').select('between_polls').executeTakeFirst();
  const picture = await db.selectFrom('stage_pictures').select(['id', 'alt']).executeTakeFirst();
  return { shows: row?.between_polls ?? 'welcome', picture: picture ?? null };
}

export async function chooseBetweenPolls(tx: Transacting, shows: ShownBetween): Promise<void> {
  await lockStage(tx);
  await tx.db.updateTable('stage').set({ between_polls: shows }).execute();
  await recordChange(tx, 'stage', 'between polls');
}

/** What a stage screen needs while neither a poll nor questions from the hall are on stage. */
export async function readBetween(db: ReadDatabase, now: number): Promise<StageBetween> {
  const { shows, picture } = await readBetweenPolls(db);
  const { tagline, starts_at, ends_at } = await getEvent(db);
  const sessions = shows === 'agenda' ? await comingSessions(db, now) : [];
  const days = { startDate: isoTime(starts_at), endDate: isoTime(ends_at) };
  return { shows, tagline, ...days, sessions, picture: shows === 'picture' ? picture : null };
}

/** All sessions that are on, which the slide counts, and the next ones, by their beginning. */
async function comingSessions(db: ReadDatabase, now: number): Promise<ComingSession[]> {
  const sessions = db
    .selectFrom('content')
    .select(['id', 'title', 'room', 'starts_at', 'ends_at', 'speaker_ids'])
    .where('type', '=', 'Agenda')
    .where('hidden', '=', 0)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('position');
  const rows = [
    ...(await sessions.where('starts_at', '<=', now).execute()),
    ...(await sessions.where('starts_at', '>', now).limit(MAX_NEXT).execute()),
  ];
  // The table writes lists as JSON.
  const speakersOf = (row: (typeof rows)[number]) => JSON.parse(row.speaker_ids) as string[];
  const ids = [...new Set(rows.flatMap(speakersOf))];
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('content')
          .select(['id', 'title'])
          .where('id', 'in', ids)
          .where('type', '=', 'Speaker')
          .where('hidden', '=', 0)
          .execute();
  const names = new Map(people.map(({ id, title }) => [id, title]));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    room: row.room,
    startDate: isoTime(row.starts_at ?? 0),
    endDate: isoTime(row.ends_at ?? 0),
    speakers: speakersOf(row).flatMap((id) => names.get(id) ?? []),
  }));
}
