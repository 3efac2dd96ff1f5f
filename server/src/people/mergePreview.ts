import { hash } from 'node:crypto';
import type { MergeConflict, MergePreview } from '@companion/contract/staff/peopleMerge';
import { sql } from 'kysely';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { reject } from '../platform/domainError.ts';
import { isoTime } from '../platform/time.ts';
import { PERSON_COLUMNS, toListedPerson } from './personColumns.ts';
import { rejectUnknownPerson } from './readPersonDetails.ts';

/** The accounts of a merge: one is kept, with all of its details, and the other is removed. */
export interface MergedPair {
  kept: AccountRow;
  removed: AccountRow;
}

/** What both accounts have of which one account has one, and whose stays. */
export interface MergeConflicts {
  answers: Conflict[];
  votes: Conflict[];
  comments: Conflict[];
}
interface Conflict {
  /** Of the question or the item. */
  id: string;
  about: string;
  kept_at: number;
  removed_at: number;
}

/** The first answer counts, as one cannot change it; of votes and comments, which one can, the last. */
export const staysOf = (kind: keyof MergeConflicts, { kept_at, removed_at }: Conflict): 'kept' | 'removed' =>
  (kind === 'answers' ? kept_at <= removed_at : kept_at >= removed_at) ? 'kept' : 'removed';

/**
 * The two accounts, if they can be merged.
 * @throws DomainError `notFound`, or `conflict` with the reason
 */
export async function findPair(db: ReadDatabase, keptId: string, removedId: string): Promise<MergedPair> {
  const rows = await db.selectFrom('accounts').selectAll().where('id', 'in', [keptId, removedId]).execute();
  const [kept, removed] = [keptId, removedId].map((id) => rows.find((row) => row.id === id));
  if (!kept || !removed) rejectUnknownPerson();
  if (keptId === removedId) reject('conflict', 'Choose two different people.');
  if (kept.registration_complete === 0) {
    const other = removed.registration_complete === 1 ? ' Keep the other one.' : '';
    reject('conflict', `The account that is kept must be one that its owner has registered or activated.${other}`);
  }
  // The answer decides what belongs to whom.
  if ([kept, removed].some((row) => row.registered_elsewhere === 1 || row.details_due === 1))
    reject('conflict', 'First the person must answer in the app who has registered one of these accounts.');
  return { kept, removed };
}

/** What a merge does, and the token that stands for what it was made from. */
export async function previewMerge(db: ReadDatabase, { kept, removed }: MergedPair): Promise<MergePreview> {
  const conflicts = await readConflicts(db, kept.id, removed.id);
  const both = await countSameUpvotes(db, kept.id, removed.id);
  const of = await readState(db, removed.id);
  const replaced = (kind: keyof MergeConflicts) =>
    conflicts[kind].filter((conflict) => staysOf(kind, conflict) === 'kept').length;
  const people = await db
    .selectFrom('accounts')
    .select(PERSON_COLUMNS)
    .where('id', 'in', [kept.id, removed.id])
    .execute();
  const listed = new Map(people.map((row) => [row.id, toListedPerson(row)]));
  const count = (table: string) => of[table]?.length ?? 0;
  return {
    kept: listed.get(kept.id) ?? rejectUnknownPerson(),
    removed: listed.get(removed.id) ?? rejectUnknownPerson(),
    moves: {
      answers: count('answers') - replaced('answers'),
      votes: count('votes') - replaced('votes'),
      comments: count('comments') - replaced('comments'),
      questions: count('audience_questions'),
      upvotes: count('audience_question_upvotes') - both,
      feedback: count('feedback'),
      savedSessions: await countMovedSaves(db, kept.id, removed.id),
      tickets: count('tickets'),
      consents: count('consents'),
      messages: count('outbox'),
    },
    conflicts: (['answers', 'votes', 'comments'] as const).flatMap((kind) =>
      conflicts[kind].map((conflict) => toConflict(kind, conflict)),
    ),
    sameUpvotes: both,
    sessions: count('sessions'),
    confirmed: kept.confirmed_at !== null || removed.confirmed_at !== null,
    blocked: kept.blocked_at !== null || removed.blocked_at !== null,
    token: tokenOf({ kept, removed }, { of, kept: await readState(db, kept.id) }),
  };
}

const KINDS = { answers: 'answer', votes: 'vote', comments: 'comment' } as const;
const toConflict = (kind: keyof MergeConflicts, conflict: Conflict): MergeConflict => ({
  kind: KINDS[kind],
  about: conflict.about,
  stays: staysOf(kind, conflict),
  keptAt: isoTime(conflict.kept_at),
  removedAt: isoTime(conflict.removed_at),
});

export async function readConflicts(db: ReadDatabase, kept: string, removed: string): Promise<MergeConflicts> {
  const both = async (
    table: 'answers' | 'votes' | 'comments',
    ref: string,
    time: string,
    named: string,
    name: string,
  ) => {
    const { rows } = await sql<Conflict>`
      select named.id, named.${sql.ref(name)} as about, k.${sql.ref(time)} as kept_at, r.${sql.ref(time)} as removed_at
      from ${sql.table(table)} k join ${sql.table(table)} r on r.${sql.ref(ref)} = k.${sql.ref(ref)}
        join ${sql.table(named)} named on named.id = k.${sql.ref(ref)}
      where k.account_id = ${kept} and r.account_id = ${removed} order by named.id`.execute(db as never);
    return rows;
  };
  return {
    answers: await both('answers', 'question_id', 'created_at', 'questions', 'question'),
    votes: await both('votes', 'content_id', 'updated_at', 'content', 'title'),
    comments: await both('comments', 'content_id', 'updated_at', 'content', 'title'),
  };
}

async function countSameUpvotes(db: ReadDatabase, kept: string, removed: string): Promise<number> {
  const row = await db
    .selectFrom('audience_question_upvotes as k')
    .innerJoin('audience_question_upvotes as r', 'r.audience_question_id', 'k.audience_question_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('k.account_id', '=', kept)
    .where('r.account_id', '=', removed)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** What is saved in either account stays saved: this many sessions only in the removed one. */
async function countMovedSaves(db: ReadDatabase, kept: string, removed: string): Promise<number> {
  const savedBy = (id: string) =>
    db.selectFrom('saved_sessions').select('content_id').where('account_id', '=', id).where('saved', '=', 1);
  const row = await db
    .selectFrom(savedBy(removed).as('r'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('content_id', 'not in', savedBy(kept))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What moves, or ends, with an account: what names each row, and the columns that it may change by. */
const STATE: Partial<Record<keyof Database, string[]>> = {
  answers: ['question_id', 'answers', 'comment', 'created_at'],
  votes: ['content_id', 'vote', 'updated_at'],
  comments: ['content_id', 'comment', 'updated_at'],
  audience_questions: ['id'],
  audience_question_upvotes: ['audience_question_id'],
  withdrawn_answers: ['question_id'],
  saved_sessions: ['content_id', 'saved'],
  feedback: ['id'],
  tickets: ['external_id', 'status'],
  consents: ['id'],
  outbox: ['id'],
  sessions: ['id', 'ended_at'],
};

async function readState(db: ReadDatabase, id: string): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {};
  for (const [table, columns] of Object.entries(STATE)) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
      where account_id = ${id}${table === 'sessions' ? sql` and ended_at is null` : sql``}`.execute(db as never);
    state[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return state;
}

/** The details that the preview shows or that decide something. */
const DETAILS = [
  ...['first_name', 'last_name', 'email', 'email_key', 'email_claim_key', 'phone_e164', 'phone_proved_at'],
  ...['organization_name', 'organization_type', 'registration_complete', 'confirmed_at', 'blocked_at', 'dismissal_id'],
] as const satisfies readonly (keyof AccountRow)[];

const tokenOf = (pair: MergedPair, states: Record<'kept' | 'of', Record<string, string[]>>): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[pair.kept, pair.removed].map((account) => [account.id, ...DETAILS.map((name) => account[name])]),
      states.of,
      // The sessions and messages of the kept account change while its owner uses it, and nothing of them moves.
      { ...states.kept, sessions: [], outbox: [] },
    ]),
    'base64url',
  );
