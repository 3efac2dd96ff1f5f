import type { Poll, PollChange } from '@companion/contract/staff/polls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { putAudienceQuestionsOnStage } from '../audienceQuestions/stageBoard.ts';
import { transact } from '../platform/transact.ts';
import { changePollStates } from './changePoll.ts';
import { findPoll } from './pollQueries.ts';

const A = { campaignId: 'polls', questionId: 'poll-a' };
const B = { campaignId: 'polls', questionId: 'poll-b' };

let t: ServerTest;
beforeEach(async () => {
  t ??= await startServerTest();
  for (const table of ['polls', 'stage'] as const) await t.services.db.deleteFrom(table).execute();
  await change({ state: 'closed', isOnStage: true });
  await change({ state: 'archived' });
});
afterAll(() => t.stop());

const change = (fields: Omit<PollChange, 'version'>, key = A): Promise<Poll> => hostPoll(t.services, key, fields);
const current = (key = A) => findPoll(t.services.db, key, t.clock.now());
const giveBack = async () => {
  const both = [
    { ...B, state: 'draft', version: (await current(B))?.version ?? 0 },
    { ...A, state: 'closed', version: (await current())?.version ?? 0, backOnStage: true },
  ] as const;
  await transact(t.services, (tx) => changePollStates(tx, [...both]));
};

test('changePoll: to undo its archiving, a poll comes back on stage, and its screens learn of it (decision 053)', async () => {
  expect(await current()).toMatchObject({ state: 'archived', isOnStage: false });
  await t.services.db.deleteFrom('changes').execute();
  expect(await change({ state: 'closed', backOnStage: true })).toMatchObject({ state: 'closed', isOnStage: true });
  const topics = await t.services.db.selectFrom('changes').select('topic').orderBy('seq').execute();
  expect(topics).toEqual([{ topic: 'questions' }, { topic: 'stage' }]);
});

test('changePollStates: several get their states back, and one of them the stage (decision 053)', async () => {
  await giveBack();
  expect(await current()).toMatchObject({ state: 'closed', isOnStage: true });
  expect(await current(B)).toMatchObject({ state: 'draft', isOnStage: false });
});

test('changePoll: what is on stage by then stays there: a poll, or questions from the hall (decision 053)', async () => {
  await change({ isOnStage: true }, B);
  await giveBack();
  expect(await current()).toMatchObject({ state: 'closed', isOnStage: false });
  expect(await current(B)).toMatchObject({ isOnStage: true });

  await change({ state: 'archived' });
  await transact(t.services, (tx) => putAudienceQuestionsOnStage(tx, 'opening', true));
  expect(await change({ state: 'closed', backOnStage: true })).toMatchObject({ isOnStage: false });
  expect(await t.services.db.selectFrom('stage').select('content_id').execute()).toEqual([{ content_id: 'opening' }]);
});
