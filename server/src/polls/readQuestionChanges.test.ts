import type { PollChange } from '@companion/contract/staff/polls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { recordChange } from '../platform/recordChange.ts';
import { transact } from '../platform/transact.ts';
import { stageState } from './pollQueries.ts';
import { readQuestionChanges } from './readQuestionChanges.ts';

const NOON = Date.UTC(2031, 5, 10, 16);

let t: ServerTest;
beforeEach(async () => {
  t ??= await startServerTest();
  for (const table of ['polls', 'stage', 'changes', 'change_counter'] as const) {
    await t.services.db.deleteFrom(table).execute();
  }
  t.clock.freeze(NOON);
  await loadedPack();
});
afterAll(() => t.stop());

const loadedPack = () => transact(t.services, (tx) => recordChange(tx, 'questions', 'summit-2031'));
const change = (questionId: string, fields: Omit<PollChange, 'version'>) =>
  hostPoll(t.services, { campaignId: 'polls', questionId }, fields);
const read = () => readQuestionChanges(t.services.db, t.clock.now());
const closed = (questionId: string) => ({ questionId, closed: true });
const open = (questionId: string) => ({ questionId, closed: false });

test('question changes: names the polls that were opened and closed since the pack was loaded (decision 060)', async () => {
  const { revision: since } = await read();
  await change('poll-a', { state: 'closed' });
  const { revision } = await read();
  expect(await read()).toEqual({ revision: since + 1000, changed: { since, polls: [closed('poll-a')] }, nextAt: null });

  await change('poll-b', { state: 'closed' });
  await change('poll-a', { state: 'open' });

  const { revision: newest, changed } = await read();
  expect(newest).toBeGreaterThan(revision);
  expect(changed).toEqual({ since, polls: [open('poll-a'), closed('poll-b')] });
});

test('question changes: a countdown that ends is named as closed, and raises the revision (decision 060)', async () => {
  await change('poll-a', { state: 'draft' });
  await change('poll-a', { state: 'open', closesInSeconds: 30, isOnStage: true });
  const before = await read();
  expect(before.changed?.polls).toEqual([open('poll-a')]);
  t.clock.freeze(NOON + 30_000);

  const after = await read();

  expect(after.revision).toBe(before.revision + 1);
  expect(after.changed).toEqual({ since: before.changed?.since, polls: [closed('poll-a')] });
});

test('question changes: a countdown that was begun before the pack was loaded is named too (decision 060)', async () => {
  await change('poll-a', { state: 'open', closesInSeconds: 30 });
  await loadedPack();
  const { revision } = await read();
  t.clock.freeze(NOON + 30_000);

  expect(await read()).toMatchObject({ changed: { since: revision, polls: [closed('poll-a')] } });
});

test('question changes: a draft and an archived poll are never named: a list from before them is read anew (decision 060)', async () => {
  for (const state of ['draft', 'archived'] as const) {
    await change('poll-b', { state: 'closed' });
    await change('poll-a', { state });

    const { revision, changed } = await read();

    expect(changed).toEqual({ since: revision, polls: [] });
  }
});

test('question changes: of the oldest change that is known nothing is named, since those before it were swept (decision 060)', async () => {
  await change('poll-a', { state: 'closed' });
  await change('poll-b', { state: 'closed' });
  const { revision } = await read();
  await t.services.db
    .deleteFrom('changes')
    .where('seq', '<', revision / 1000)
    .execute();

  expect((await read()).changed).toEqual({ since: revision, polls: [] });
});

test('question changes: without any change nothing is named', async () => {
  await t.services.db.deleteFrom('changes').execute();
  expect(await read()).toEqual({ revision: 0, changed: undefined, nextAt: null });
});

test('stage: the frame has the question with its place among drafts, unless it is longer than 8 KB (decision 060)', async () => {
  await change('poll-a', { state: 'draft' });
  await change('poll-b', { state: 'open', isOnStage: true });
  const asked = async () => (await stageState(t.services.db, NOON))?.poll.asked;
  expect(await asked()).toEqual({
    ...{ question: 'Second?', questionTypes: 'yes-no', options: [], campaignTitle: 'Polls', place: 2, places: 2 },
  });
  const set = (options: string[]) =>
    t.services.db
      .updateTable('questions')
      .set({ options: JSON.stringify(options) })
      .where('id', '=', 'poll-b')
      .execute();
  await set(Array.from({ length: 25 }, (_, i) => `${i}`.padEnd(300, '.')));
  expect((await asked())?.options).toHaveLength(25);
  await set(Array.from({ length: 28 }, (_, i) => `${i}`.padEnd(300, '.')));
  expect(await asked()).toBeUndefined();
  await set([]);
  await change('poll-a', { state: 'archived' });
  expect(await asked()).toMatchObject({ place: 1, places: 1 });
});
