import { saveOwnNote } from '@companion/contract/ownNote';
import { saveSession } from '@companion/contract/savedSession';
import type { Kysely } from 'kysely';
import type { Person } from '../identity/accounts/findPerson.ts';
import { maySeeResults } from '../live/visibleState.ts';
import type { Database } from '../platform/db/schema.ts';
import { isoTime } from '../platform/time.ts';
import { listPolls } from '../polls/pollQueries.ts';
import { readPerson } from './readPerson.ts';

/**
 * Everything that is stored about one person, as JSON text.
 * @param db a snapshot
 */
export const exportPerson = async (db: Kysely<Database>, person: Person, takenAt: string): Promise<string> =>
  asText(db, takenAt, await readPerson(db, person));

const LEFT_OUT =
  'Saved sessions, notes, what was told of saved sessions, and answers to polls whose results are shown to no one: the ' +
  'app shows them to the person, under Profile. The operator of the server can export them.';

/**
 * The same as the staff may have it: without what nobody but the person reads (decisions 069 and 072), and without answers
 * to polls whose results the staff may not see (decision 048).
 */
export async function exportPersonForStaff(db: Kysely<Database>, person: Person, takenAt: number): Promise<string> {
  const read = await readPerson(db, person);
  const { savedSessions: _, ownNotes: __, sessionNotices: ___, limits, answers, ...rest } = read;
  const polls = await listPolls(db, takenAt);
  const hidden = new Set(polls.filter(({ shownTo }) => !maySeeResults(shownTo, 'staff')).map(({ id }) => id));
  // Their counts would say that there are some.
  const own = [saveSession, saveOwnNote].map(({ limits: { account } }) => account?.count);
  return asText(db, isoTime(takenAt), {
    leftOut: LEFT_OUT,
    ...rest,
    answers: answers.filter(({ questionId }) => !hidden.has(questionId)),
    limits: limits.filter(({ what }) => !own.includes(what)),
  });
}

async function asText(db: Kysely<Database>, takenAt: string, parts: object): Promise<string> {
  const event = await db.selectFrom('events').select('name').executeTakeFirst();
  return `${JSON.stringify({ takenAt, event: event?.name ?? null, ...parts }, null, 2)}\n`;
}
