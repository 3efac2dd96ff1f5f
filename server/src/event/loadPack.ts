import { isDeepStrictEqual } from 'node:util';
import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ContentRow, EventRow, QuestionRow } from '../platform/db/eventSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Flag } from '../platform/db/table.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Pack } from './readPack.ts';

/** The columns that a calendar shows: a change in any of them is a new revision. */
const IN_CALENDAR = ['title', 'subtitle', 'category', 'room', 'body', 'starts_at', 'ends_at', 'hidden'] as const;

/** In one statement: of its parameters SQLite allows 32,766 and PostgreSQL 65,535, and an item has about 20. */
const ROWS_AT_ONCE = 500;

/** Loads a pack into the event's tables in a transaction of its own. */
export const loadPack = (db: Kysely<Database>, pack: Pack): Promise<void> =>
  db.transaction().execute((trx) => savePack(trx, pack));

/**
 * Loads a pack into the event's tables; loading it again changes nothing. Rows that the pack no longer has are hidden, not
 * deleted, because what attendees wrote refers to them.
 */
export async function savePack(trx: Transaction<Database>, pack: Pack): Promise<void> {
  const { event, campaigns, questions, content, readAt } = pack;
  const known = await readEvent(trx);
  // Before all other writes, so that nodes that start at the same time wait for the lock on this row.
  await trx
    .insertInto('events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(event))
    .execute();
  await trx.deleteFrom('events').where('id', '!=', event.id).execute();
  const before = await readLists(trx);

  // Only what differs: a row that is written is locked, and votes and answers refer to it.
  for (const rows of slicesOf(changedRows(before.campaigns, campaigns))) {
    await trx
      .insertInto('campaigns')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(asGiven(rows)))
      .execute();
  }
  for (const rows of slicesOf(changedRows(before.questions, questions))) {
    await trx
      .insertInto('questions')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(asGiven(rows)))
      .execute();
  }
  const asked = new Set(before.questions.map(({ id }) => id));
  const added = questions.filter(({ id, campaign_id }) => !asked.has(id) && !SURVEY_CAMPAIGNS.includes(campaign_id));
  for (const rows of slicesOf(added)) await saveDrafts(trx, rows);
  const ofEvent = content.map((row) => ({ ...row, event_id: event.id }));
  // Rows of versions without this column have no known time of change.
  const dated = before.content.filter(({ changed_at }) => changed_at > 0);
  for (const rows of slicesOf(changedRows(dated, ofEvent))) await saveContent(trx, rows, readAt);

  for (const ids of slicesOf(goneFrom(before.campaigns, campaigns)))
    await trx.updateTable('campaigns').set({ hidden: 1 }).where('id', 'in', ids).execute();
  for (const ids of slicesOf(goneFrom(before.questions, questions)))
    await trx.updateTable('questions').set({ hidden: 1 }).where('id', 'in', ids).execute();
  for (const ids of slicesOf(goneFrom(before.content, content))) {
    await trx
      .updateTable('content')
      .set((row) => ({ hidden: 1, revision: row('revision', '+', 1), changed_at: readAt }))
      .where('id', 'in', ids)
      .execute();
  }
  // Before the first load there were no phones.
  if (known) await recordChanges(trx, { ...before, event: known }, { event: event.id, now: () => readAt });
}

interface StoredRow {
  id: string;
  hidden: Flag;
}

/** The given rows that are not stored as they are given. */
function changedRows<Given extends { id: string }>(
  stored: (StoredRow & { [Name in keyof Given]?: unknown })[],
  rows: Given[],
): Given[] {
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.filter((row) => {
    const before = byId.get(row.id);
    return !before || Object.entries(row).some(([name, value]) => before[name as keyof Given] !== value);
  });
}

/** The ids of the stored rows that are shown and not among the given ones. */
function goneFrom(stored: StoredRow[], rows: { id: string }[]): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  return stored.filter(({ id, hidden }) => !hidden && !ids.has(id)).map(({ id }) => id);
}

/**
 * A question for the stage that is new starts as a draft: no phone shows it before a host opens it. One that was loaded
 * before keeps its state, and without one it is open (decision 048).
 */
async function saveDrafts(trx: Transaction<Database>, rows: QuestionRow[]): Promise<void> {
  const draft = { state: 'draft', shown_to: 'none', closes_at: null, stage_position: null, version: 0 } as const;
  await trx
    .insertInto('polls')
    .values(rows.map(({ id }) => ({ question_id: id, ...draft })))
    .onConflict((conflict) => conflict.column('question_id').doNothing())
    .execute();
}

const readEvent = (trx: Transaction<Database>) => trx.selectFrom('events').selectAll().executeTakeFirst();

/** What was loaded before. Phones keep lists of it. */
async function readLists(trx: Transaction<Database>) {
  return {
    campaigns: await trx.selectFrom('campaigns').selectAll().orderBy('id').execute(),
    questions: await trx.selectFrom('questions').selectAll().orderBy('id').execute(),
    content: await trx.selectFrom('content').selectAll().orderBy('id').execute(),
  };
}

/**
 * Announces a changed event and changed lists to open phones, which have read them, also as empty ones: an event is
 * published bit by bit.
 */
async function recordChanges(
  trx: Transaction<Database>,
  before: Awaited<ReturnType<typeof readLists>> & { event: EventRow },
  { event, now }: { event: string; now(): number },
): Promise<void> {
  const after = { ...(await readLists(trx)), event: await readEvent(trx) };
  const isChanged = (...names: (keyof typeof after)[]) =>
    names.some((name) => !isDeepStrictEqual(before[name], after[name]));
  if (isChanged('event')) await recordChange({ db: trx, now }, 'event', event);
  if (isChanged('content')) await recordChange({ db: trx, now }, 'agenda', event);
  if (isChanged('campaigns', 'questions')) await recordChange({ db: trx, now }, 'questions', event);
}

/** Inserts or updates items; the revision of one rises when a calendar would show it differently. */
async function saveContent(
  trx: Transaction<Database>,
  rows: (ContentRow & { event_id: string })[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('content')
    .values(rows.map((row) => ({ ...row, changed_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((by) => {
        const differs = by.or(
          IN_CALENDAR.map((name) => by(`content.${name}`, 'is distinct from', by.ref(`excluded.${name}`))),
        );
        const isNew = by('content.changed_at', '=', 0);
        return {
          ...asGiven(rows),
          revision: by
            .case()
            .when(differs)
            .then(by('content.revision', '+', 1))
            .else(by.ref('content.revision'))
            .end(),
          changed_at: by
            .case()
            .when(by.or([differs, isNew]))
            .then(now)
            .else(by.ref('content.changed_at'))
            .end(),
        };
      }),
    )
    .execute();
}

/**
 * Sets the columns of a row that exists to those of the row that was to be inserted. Not its id, also to the same: on
 * PostgreSQL, votes and answers that refer to the row would wait.
 */
function asGiven([row = {}]: object[]): Record<string, RawBuilder<never>> {
  const names = Object.keys(row).filter((name) => name !== 'id');
  return Object.fromEntries(names.map((name) => [name, sql.ref<never>(`excluded.${name}`)]));
}

const slicesOf = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
