import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { DAY } from '../platform/time.ts';

/** An organizer who makes none for so long loses more than a day of the event. */
const OLD_AFTER_MS = DAY;

/** Stores when the newest backup was taken. */
export async function recordBackup(db: Kysely<Database>, takenAt: number): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ id: 1, taken_at: takenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ taken_at: takenAt }))
    .execute();
}

/** When the newest backup was taken, if there is one, and whether another one is due. */
export async function readLastBackup(
  db: ReadDatabase,
  now: number,
): Promise<{ takenAt: number | null; isOld: boolean }> {
  const row = await db.selectFrom('last_backup').select('taken_at').where('id', '=', 1).executeTakeFirst();
  const takenAt = row?.taken_at ?? null;
  return { takenAt, isOld: takenAt === null || takenAt <= now - OLD_AFTER_MS };
}
