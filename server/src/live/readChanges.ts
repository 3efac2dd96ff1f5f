import type { ChangeTopic } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** The number of the newest change; 0 before the first. It falls only when a backup is restored. */
export async function readNewestChange(db: ReadDatabase): Promise<number> {
  const row = await db.selectFrom('change_counter').select('seq').where('id', '=', 1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The newest change of the agenda. */
export const readAgendaRevision = (db: ReadDatabase): Promise<number> => readNewest(db, ['agenda']);

/** The newest change of the event's zone, names and texts. */
export const readEventRevision = (db: ReadDatabase): Promise<number> => readNewest(db, ['event']);

/** What a stage screen shows: polls, their results, questions from the hall, and whose counts they have. */
const ON_SCREEN: ChangeTopic[] = ['stage', 'results', 'audienceQuestions', 'safeguards'];

/** The newest change of what a stage screen may show. */
export const readScreenRevision = (db: ReadDatabase): Promise<number> => readNewest(db, ON_SCREEN);

/** The newest change of the draft of the programme, or of what is published. */
export const readProgrammeRevision = (db: ReadDatabase): Promise<number> => readNewest(db, ['programme']);

async function readNewest(db: ReadDatabase, topics: ChangeTopic[]): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((by) => by.fn.max('seq').as('seq'))
    .where('topic', 'in', topics)
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
