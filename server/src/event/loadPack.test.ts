import { type PackChanges, smallPack } from '@companion/testkit/smallPack';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import type { Database } from '../platform/db/schema.ts';
import { HOUR } from '../platform/time.ts';
import { getEvent } from './eventQueries.ts';
import { loadPack } from './loadPack.ts';
import { type Pack, readPack } from './readPack.ts';

const NOW = Date.parse('2026-11-20T12:00Z');

async function openDb(): Promise<Kysely<Database>> {
  const { db, destroy } = await openTestDatabase();
  onTestFinished(destroy);
  return db;
}

async function packOf(changes: PackChanges = {}) {
  const { folder, remove } = await smallPack(changes);
  onTestFinished(remove);
  return readPack(folder, NOW);
}

/** The same pack, read at another time. */
const later = (pack: Pack, hours = 1): Pack => ({ ...pack, readAt: NOW + hours * HOUR });

async function everything(db: Kysely<Database>) {
  const rows = (table: 'campaigns' | 'questions' | 'content') =>
    db.selectFrom(table).selectAll().orderBy('id').execute();
  return {
    events: await db.selectFrom('events').selectAll().execute(),
    campaigns: await rows('campaigns'),
    questions: await rows('questions'),
    content: await rows('content'),
  };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

test('load: the pack is in the database as it was read, and loading it again changes nothing', async () => {
  const db = await openDb();
  const pack = await packOf();
  await loadPack(db, pack);
  const loaded = await everything(db);

  expect(loaded).toEqual({
    events: [pack.event],
    campaigns: pack.campaigns.toSorted(byId),
    questions: pack.questions.toSorted(byId),
    content: pack.content.toSorted(byId).map((row) => ({ ...row, event_id: 'small', revision: 0, changed_at: NOW })),
  });
  await loadPack(db, later(pack));
  expect(await everything(db)).toEqual(loaded);
  expect(await getEvent(db)).toEqual(pack.event);
});

test('load: changed rows are updated, removed ones are hidden, and restored ones are shown again', async () => {
  const db = await openDb();
  await loadPack(db, await packOf());
  const before = await everything(db);

  await loadPack(
    db,
    await packOf({
      'agenda.yaml': (content) =>
        content.replace('title: Opening', 'title: Welcome').replace(/- id: workshop[\s\S]*?(?=- id: closing)/, ''),
      'campaigns.yaml': (content) =>
        content.replace(/- id: post-event[\s\S]*/, '').replace(/ {4}- id: size[\s\S]*/, ''),
    }),
  );
  const after = await everything(db);
  expect(after.events).toEqual(before.events);
  expect(after.content).toEqual(
    before.content.map((row) => {
      if (row.id === 'opening') return { ...row, title: 'Welcome', revision: 1 };
      if (row.id === 'workshop') return { ...row, hidden: 1, revision: 1 };
      return row.id === 'closing' ? { ...row, position: 1 } : row;
    }),
  );
  expect(after.campaigns).toEqual(
    before.campaigns.map((row) => (row.id === 'post-event' ? { ...row, hidden: 1 } : row)),
  );
  expect(after.questions).toEqual(
    before.questions.map((row) => (row.id === 'first-time' ? row : { ...row, hidden: 1 })),
  );

  await loadPack(db, await packOf());
  const isBack = ({ id }: { id: string }) => ['opening', 'workshop'].includes(id);
  expect(await everything(db)).toEqual({
    ...before,
    content: before.content.map((row) => (isBack(row) ? { ...row, revision: 2 } : row)),
  });
});

test('load: an item gets a new revision and time only when a calendar shows it differently', async () => {
  const db = await openDb();
  const pack = await packOf({ 'agenda.yaml': (content) => content.replace('room: Oak', 'room: Oak\n  subtitle: A') });
  await loadPack(db, pack);
  const stateAfter = async (change: Partial<ContentRow>, hours: number) => {
    const content = pack.content.map((row) => (row.id === 'workshop' ? { ...row, ...change } : row));
    await loadPack(db, { ...later(pack, hours), content });
    const rows = await db.selectFrom('content').select(['id', 'revision', 'changed_at']).orderBy('id').execute();
    expect(rows.filter(({ id }) => id !== 'workshop').every(({ revision }) => revision === 0)).toBe(true);
    const found = rows.find(({ id }) => id === 'workshop');
    return [found?.revision, (Number(found?.changed_at) - NOW) / HOUR];
  };

  let revision = 0;
  for (const [index, change] of [
    { title: 'Lab' },
    { subtitle: null },
    { category: 'Day 1' },
    { room: 'Elm' },
    { body: '<p>New</p>' },
    { starts_at: NOW },
    { ends_at: NOW + HOUR },
  ].entries()) {
    // From the pack's row to the changed one, and back.
    expect(await stateAfter(change, 2 * index + 1), JSON.stringify(change)).toEqual([++revision, 2 * index + 1]);
    expect(await stateAfter({}, 2 * index + 2), JSON.stringify(change)).toEqual([++revision, 2 * index + 2]);
  }
  const unseen = {
    position: 40,
    sponsor: 'Acme',
    slug: 'x.svg',
    speaker_ids: '["bo"]',
    tier: 'Gold',
    url: 'https://x',
  };
  expect(await stateAfter(unseen, 50)).toEqual([revision, 14]);
  expect(await stateAfter({}, 51)).toEqual([revision, 14]);
});

test('load: rows that an earlier version loaded get their time of change at the next load', async () => {
  const db = await openDb();
  const pack = await packOf();
  await loadPack(db, pack);
  await db.updateTable('content').set({ event_id: null, changed_at: 0 }).execute();
  await loadPack(db, later(pack));
  const rows = await db.selectFrom('content').select(['event_id', 'revision', 'changed_at']).distinct().execute();

  expect(rows).toEqual([{ event_id: 'small', revision: 0, changed_at: NOW + HOUR }]);
});

test('load: of a pack with more items than one statement takes, every item is loaded and updated', async () => {
  const db = await openDb();
  const pack = await packOf();
  const [item] = pack.content;
  if (!item) throw new Error('The pack is empty');
  const content = Array.from({ length: 1_100 }, (_, position) => ({ ...item, id: `item-${position}`, position }));
  await loadPack(db, { ...pack, content });
  const moved = content.map((row) => (row.position % 500 === 499 ? { ...row, room: 'Elsewhere' } : row));
  await loadPack(db, { ...later(pack), content: moved });

  const columns = ['id', 'position', 'room', 'revision'] as const;
  expect(await db.selectFrom('content').select(columns).orderBy('position').execute()).toEqual(
    moved.map(({ id, position, room }) => ({ id, position, room, revision: room === 'Elsewhere' ? 1 : 0 })),
  );
});

test('load: a pack without questions hides the earlier ones', async () => {
  const db = await openDb();
  await loadPack(db, await packOf());
  await loadPack(db, await packOf({ 'campaigns.yaml': '' }));

  expect((await everything(db)).questions.map(({ hidden }) => hidden)).toEqual([1, 1, 1]);
});

test('load: a new question for the stage starts as a draft, one of a survey is open, and what was loaded before keeps its state (decision 048)', async () => {
  const db = await openDb();
  const withPolls = (...ids: string[]) =>
    packOf({
      'campaigns.yaml': (surveys) =>
        `${surveys}- id: keynote\n  title: Keynote\n  questions:\n${ids
          .map((id) => `    - { id: ${id}, type: yes-no, question: Well? }\n`)
          .join('')}`,
    });
  const states = () =>
    db.selectFrom('polls').select(['question_id', 'state', 'version']).orderBy('question_id').execute();
  await loadPack(db, await withPolls('one', 'two'));
  expect(await states()).toEqual([
    { question_id: 'one', state: 'draft', version: 0 },
    { question_id: 'two', state: 'draft', version: 0 },
  ]);
  await db.updateTable('polls').set({ state: 'closed', version: 2 }).where('question_id', '=', 'one').execute();
  // As an earlier version has left it.
  await db.deleteFrom('polls').where('question_id', '=', 'two').execute();

  await loadPack(db, await withPolls('one', 'two', 'three'));

  expect(await states()).toEqual([
    { question_id: 'one', state: 'closed', version: 2 },
    { question_id: 'three', state: 'draft', version: 0 },
  ]);
});

test('load: what attendees wrote stays unchanged', async () => {
  const db = await openDb();
  await loadPack(db, await packOf());
  await db.insertInto('accounts').values(account).execute();
  const accounts = await db.selectFrom('accounts').selectAll().execute();
  const answer = {
    account_id: account.id,
    question_id: 'liked',
    campaign_id: 'post-event',
    answers: '[5]',
    comment: '',
    created_at: NOW,
  };
  await db.insertInto('answers').values(answer).execute();
  const answers = await db.selectFrom('answers').selectAll().execute();

  await loadPack(db, await packOf({ 'campaigns.yaml': '' }));
  expect(answers).toMatchObject([answer]);
  expect(await db.selectFrom('answers').selectAll().execute()).toEqual(answers);
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual(accounts);
});

test('load: a pack that fails half-way changes nothing', async () => {
  const db = await openDb();
  await loadPack(db, await packOf());
  const before = await everything(db);

  const next = await packOf({ 'event.yaml': (content) => content.replace('Small Summit', 'Other Summit') });
  // The reader would reject it: a question of an unknown campaign.
  const broken = { ...next, questions: next.questions.map((row) => ({ ...row, campaign_id: 'nowhere' })) };
  await expect(loadPack(db, broken)).rejects.toThrow(/foreign key/i);
  expect(await everything(db)).toEqual(before);
});

test('load: another event replaces the earlier one', async () => {
  const db = await openDb();
  await loadPack(db, await packOf());
  const other = await packOf({ 'event.yaml': (content) => content.replace('id: small', 'id: other') });
  await loadPack(db, other);

  expect((await everything(db)).events).toEqual([other.event]);
});

test('load: of concurrent loads one pack remains, complete', async () => {
  const db = await openDb();
  const [one, two] = [
    await packOf(),
    await packOf({ 'agenda.yaml': (content) => content.replace('Opening', 'Welcome') }),
  ];
  await Promise.all([one, two, one, two].map((pack) => loadPack(db, pack)));

  const { events } = await everything(db);
  expect(events).toHaveLength(1);
  const content = (await everything(db)).content.map(({ event_id, revision, changed_at, ...row }) => row);
  expect([one.content.toSorted(byId), two.content.toSorted(byId)]).toContainEqual(content);
});

const account = {
  id: 'account-1',
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  email_key: 'ada@example.com',
  phone: '(202) 555-0143',
  phone_e164: '+12025550143',
  organization_name: 'Example Works',
  organization_type: 'WOSB',
  registration_complete: 1,
  pre_event_complete: 0,
  post_event_complete: 0,
  sms_enabled: 1,
  password_hash: null,
  source: 'registration',
  created_at: NOW,
  updated_at: NOW,
} as const;

test('load: a changed agenda or list of questions is recorded for open phones; the first load and an equal one are not (decision 047)', async () => {
  const db = await openDb();
  const pack = await packOf();
  const [item, question] = [pack.content[0], pack.questions[0]];
  if (!item || !question) throw new Error('The pack is empty');
  const moved = { ...pack, content: [{ ...item, room: 'Elsewhere' }, ...pack.content.slice(1)] };
  const fewer = { ...moved, content: moved.content.slice(1) };
  const reworded = { ...fewer, questions: [{ ...question, question: 'Why?' }, ...pack.questions.slice(1)] };
  const recorded: string[][] = [];
  for (const next of [pack, later(pack), moved, fewer, reworded, later(reworded), pack]) {
    const before = await db.selectFrom('changes').selectAll().execute();
    await loadPack(db, next);
    const after = await db.selectFrom('changes').selectAll().orderBy('seq').execute();
    recorded.push(after.slice(before.length).map(({ topic }) => topic));
  }

  expect(recorded).toEqual([[], [], ['agenda'], ['agenda'], ['questions'], [], ['agenda', 'questions']]);
});

test('load: the first sessions of an event that had none are recorded for phones that wait for them', async () => {
  const db = await openDb();
  const pack = await packOf();
  await loadPack(db, { ...pack, campaigns: [], questions: [], content: [] });
  expect(await db.selectFrom('changes').selectAll().execute()).toEqual([]);

  await loadPack(db, pack);

  const changes = await db.selectFrom('changes').select('topic').orderBy('seq').execute();
  expect(changes.map(({ topic }) => topic)).toEqual(['agenda', 'questions']);
});
