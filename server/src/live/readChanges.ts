import { sql } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { ChangeTopic } from './recordChange.ts';

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

/** What a stage screen shows: polls, their results, and questions from the hall. */
const ON_SCREEN: ChangeTopic[] = ['stage', 'results', 'asks'];

/** The newest change of what a stage screen may show. */
export async function readScreenRevision(db: ReadDatabase): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((by) => by.fn.max('seq').as('seq'))
    .where('topic', 'in', ON_SCREEN)
    .executeTakeFirst();
  return row?.seq ?? 0;
}
