import { sql } from 'kysely';
import type { ChangeTopic } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** The number of the newest change; 0 before the first. It falls only when a backup is restored. */
export async function readNewestChange(db: ReadDatabase): Promise<number> {
  const row = await db.selectFrom('change_counter').select('seq').where('id', '=', 1).executeTakeFirst();
  return row?.seq ?? 0;
}

export interface Revisions {
  agenda: number;
  questions: number;
  /** When the questions were changed last. */
  questionsAt: number;
}

/** The newest change of the lists that phones keep. */
export async function readRevisions(db: ReadDatabase): Promise<Revisions> {
  const newest = (topic: ChangeTopic) =>
    db
      .selectFrom('changes')
      .select((row) => row.fn.coalesce(row.fn.max('seq'), sql.lit(0)).as('seq'))
      .where('topic', '=', topic);
  const row = await db
    .selectNoFrom([newest('agenda').as('agenda'), newest('questions').as('questions')])
    .executeTakeFirstOrThrow();
  const { agenda, questions } = { agenda: row.agenda ?? 0, questions: row.questions ?? 0 };
  const changed = await db.selectFrom('changes').select('at').where('seq', '=', questions).executeTakeFirst();
  return { agenda, questions, questionsAt: changed?.at ?? 0 };
}

/** What a stage screen shows: polls, their results, questions from the hall, and whose counts they have. */
const ON_SCREEN: ChangeTopic[] = ['stage', 'results', 'audienceQuestions', 'safeguards'];

/** The newest change of what a stage screen may show. */
export async function readScreenRevision(db: ReadDatabase): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((by) => by.fn.max('seq').as('seq'))
    .where('topic', 'in', ON_SCREEN)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** So many sessions fit into a frame of 1 KB. */
const MAX_SESSIONS = 10;

export interface ModeratedSession {
  contentId: string;
  revision: number;
}

/** The sessions whose questions from the hall were moderated last, the newest first. */
export const readModeratedSessions = (db: ReadDatabase): Promise<ModeratedSession[]> =>
  db
    .selectFrom('changes')
    .select((row) => ['ref as contentId', row.fn.max('seq').as('revision')])
    .where('topic', '=', 'audienceQuestions')
    .groupBy('ref')
    .orderBy('revision', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
