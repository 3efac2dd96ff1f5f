import { isDeepStrictEqual } from 'node:util';
import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ContentRow, QuestionRow } from '../platform/db/eventSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Pack } from './readPack.ts';

/** The columns that a calendar shows: a change in any of them is a new revision. */
const IN_CALENDAR = ['title', 'subtitle', 'category', 'room', 'body', 'starts_at', 'ends_at', 'hidden'] as const;

/** In one statement: of its parameters SQLite allows 32,766 and PostgreSQL 65,535, and an item has about 20. */
const ROWS_AT_ONCE = 500;

/**
 * Loads a pack into the event's tables in one transaction; loading it again changes nothing. Rows that the pack no longer
 * has are hidden, not deleted, because what attendees wrote refers to them.
 */
export async function loadPack(db: Kysely<Database>, pack: Pack): Promise<void> {
  const { event, campaigns, questions, content, readAt } = pack;
  await db.transaction().execute(async (trx) => {
    // First, so that nodes that start at the same time wait for the lock on this row.
    await trx
      .insertInto('events')
      .values(event)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(event))
      .execute();
    await trx.deleteFrom('events').where('id', '!=', event.id).execute();
    const before = await readLists(trx);

    for (const rows of slicesOf(campaigns)) {
      await trx
        .insertInto('campaigns')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(asGiven(rows)))
        .execute();
    }
    for (const rows of slicesOf(questions)) {
      await trx
        .insertInto('questions')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(asGiven(rows)))
        .execute();
    }
    const known = new Set(before.questions.map(({ id }) => id));
    const added = questions.filter(({ id, campaign_id }) => !known.has(id) && !SURVEY_CAMPAIGNS.includes(campaign_id));
    for (const rows of slicesOf(added)) await saveDrafts(trx, rows);
    for (const rows of slicesOf(content)) await saveContent(trx, rows, event.id, readAt);

    for (const [table, rows] of [['campaigns', campaigns] as const, ['questions', questions] as const]) {
      const ids = rows.map(({ id }) => id);
      await trx
        .updateTable(table)
        .set({ hidden: 1 })
        // PostgreSQL has no empty list.
        .$if(ids.length > 0, (update) => update.where('id', 'not in', ids))
        .execute();
    }
    const shown = content.map(({ id }) => id);
    await trx
      .updateTable('content')
      .set((row) => ({ hidden: 1, revision: row('revision', '+', 1), changed_at: readAt }))
      .where('hidden', '=', 0)
      .$if(shown.length > 0, (update) => update.where('id', 'not in', shown))
      .execute();
    await recordListChanges(trx, before, { event: event.id, now: () => readAt });
  });
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

/** The two lists that phones keep, to see whether they have changed. */
async function readLists(trx: Transaction<Database>): Promise<{ agenda: object[]; questions: { id: string }[] }> {
  return {
    agenda: await trx.selectFrom('content').selectAll().orderBy('id').execute(),
    questions: await trx
      .selectFrom('questions')
      .innerJoin('campaigns', 'campaigns.id', 'campaign_id')
      .selectAll('questions')
      .select(['campaigns.title', 'campaigns.position as campaign_position', 'campaigns.hidden as campaign_hidden'])
      .orderBy('questions.id')
      .execute(),
  };
}

/** Announces changed lists to open phones, which may have read them; before the first load there was none. */
async function recordListChanges(
  trx: Transaction<Database>,
  before: Awaited<ReturnType<typeof readLists>>,
  { event, now }: { event: string; now(): number },
): Promise<void> {
  const after = await readLists(trx);
  for (const topic of ['agenda', 'questions'] as const) {
    if (before[topic].length === 0 || isDeepStrictEqual(before[topic], after[topic])) continue;
    await recordChange({ db: trx, now }, topic, event);
  }
}

/** Inserts or updates items; the revision of one rises when a calendar would show it differently. */
async function saveContent(
  trx: Transaction<Database>,
  rows: ContentRow[],
  eventId: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('content')
    .values(rows.map((row) => ({ ...row, event_id: eventId, changed_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((by) => {
        const differs = by.or(
          IN_CALENDAR.map((name) => by(`content.${name}`, 'is distinct from', by.ref(`excluded.${name}`))),
        );
        // Rows of versions without this column have no known time of change.
        const isNew = by('content.changed_at', '=', 0);
        return {
          ...asGiven(rows),
          event_id: eventId,
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

/** Sets the columns of a row that exists to those of the row that was to be inserted. */
function asGiven([row = {}]: object[]): Record<string, RawBuilder<never>> {
  return Object.fromEntries(Object.keys(row).map((name) => [name, sql.ref<never>(`excluded.${name}`)]));
}

const slicesOf = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
