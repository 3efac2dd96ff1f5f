import type { QuestionsState } from '@companion/contract/live';
import type { QuestionChanges } from '../live/liveSource.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { type StoredState, stateAt } from './pollState.ts';
import { questionsWithState } from './questionQueries.ts';

/**
 * The revision rises by this much with a recorded change, and by one with each countdown that ends until the next, which
 * records none. Fewer countdowns than this end in between, so that the revision only rises.
 */
const REVISIONS_PER_CHANGE = 1000;
/** As many changes are looked at, and so many polls fit into a frame of 1 KB. */
const MAX_CHANGES = 30;
const MAX_POLLS = 8;

/** The revision of the list of questions, what was changed last, and when the next countdown ends (decision 060). */
export async function readQuestionChanges(db: ReadDatabase, now: number): Promise<QuestionChanges> {
  const changes = await db
    .selectFrom('changes')
    .select(['seq', 'ref', 'at'])
    .where('topic', '=', 'questions')
    .orderBy('seq', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  const [newest = { seq: 0, at: 0 }] = changes;
  const { ended, nextAt } = await readCountdowns(db, newest.at, now);
  return {
    revision: newest.seq * REVISIONS_PER_CHANGE + ended,
    changed: await readChanged(db, changes, now),
    nextAt,
  };
}

/**
 * The countdowns that end after `since`, the newest change of the questions. A later change of a poll stores it as closed,
 * and its countdown counts on, so that the revision never falls. A closing by hand is itself a change of the questions, so
 * its time is not after `since`.
 */
async function readCountdowns(db: ReadDatabase, since: number, now: number) {
  const rows = await db
    .selectFrom('polls')
    .select('closes_at')
    .where('state', 'in', ['open', 'closed'])
    .where('closes_at', '>', since)
    .orderBy('closes_at')
    .execute();
  const times = rows.map(({ closes_at }) => closes_at ?? 0);
  const ended = times.filter((time) => time <= now).length;
  return { ended, nextAt: times[ended] ?? null };
}

interface Change {
  seq: number;
  ref: string;
  at: number;
}

/**
 * The polls that were changed last, as far back as only polls were that attendees see now: nobody is told of a draft, and
 * a loaded pack changes more than states. The oldest change that is known is never among them, since those before it may
 * have been swept.
 */
async function readChanged(db: ReadDatabase, changes: Change[], now: number): Promise<QuestionsState['changed']> {
  const shown = await readShown(db);
  const changed = new Set<string>();
  for (const { seq, ref, at } of changes) {
    const isListed = shown.has(ref) && (changed.has(ref) || changed.size < MAX_POLLS);
    if (isListed && seq !== changes.at(-1)?.seq) {
      changed.add(ref);
      continue;
    }
    for (const [id, { closes_at }] of shown) if ((closes_at ?? 0) > at) changed.add(id);
    const polls = [...changed].map((id) => ({ questionId: id, closed: isClosed(shown.get(id), now) }));
    return { since: seq * REVISIONS_PER_CHANGE, polls };
  }
  return undefined;
}

/** The questions that attendees see. */
async function readShown(db: ReadDatabase): Promise<Map<string, StoredState>> {
  const rows = await questionsWithState(db).execute();
  return new Map(rows.filter(({ state }) => state !== 'draft' && state !== 'archived').map((row) => [row.id, row]));
}

const isClosed = (stored: StoredState | undefined, now: number) =>
  stored !== undefined && stateAt(stored, now) === 'closed';
