import { sql } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** The number of the newest change; 0 before the first. It falls only when a backup is restored. */
export async function readNewestChange(db: ReadDatabase): Promise<number> {
  const row = await db.selectFrom('change_counter').select('seq').where('id', '=', 1).executeTakeFirst();
  return row?.seq ?? 0;
}

export interface Revisions {
  agenda: number;
  questions: number;
}

/** The newest change of the lists that phones keep. */
export async function readRevisions(db: ReadDatabase): Promise<Revisions> {
  const newest = (topic: keyof Revisions) =>
    db
      .selectFrom('changes')
      .select((row) => row.fn.coalesce(row.fn.max('seq'), sql.lit(0)).as('seq'))
      .where('topic', '=', topic);
  const row = await db
    .selectNoFrom([newest('agenda').as('agenda'), newest('questions').as('questions')])
    .executeTakeFirstOrThrow();
  return { agenda: row.agenda ?? 0, questions: row.questions ?? 0 };
}
