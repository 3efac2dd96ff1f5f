import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const UNKNOWN = refusal(404, 'There is no such question.');

test('getQuestions: every question of every campaign in its order, each with exactly the fields of §3 and ours', async () => {
  const { access_token: token } = await t.register();

  const { results } = await t.ask('getQuestions', { token });

  const inOrder = Object.entries(TEST_EVENT.questions).flatMap(([campaign, ids]) => ids.map((id) => [campaign, id]));
  expect(results.map(({ campaignId, id }) => [campaignId, id])).toEqual(inOrder);
  expect(results.find(({ id }) => id === 'pre-one')).toEqual({
    id: 'pre-one',
    campaignId: 'pre-event',
    question: 'Which?',
    questionTypes: 'options',
    options: ['Red', 'Green', 'Blue'],
    answered: false,
    campaignTitle: 'Before',
    closed: false,
    place: 4,
    places: TEST_EVENT.questions['pre-event'].length,
  });
  expect(results.filter(({ answered }) => answered)).toEqual([]);
});

test('getQuestions: answered is about this account only (§3)', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const body = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'] };
  await t.ask('answerQuestion', { token: one.access_token, params: { questionId: 'poll-a' }, body });

  const answered = async (token: string) =>
    (await t.ask('getQuestions', { token })).results.filter((question) => question.answered).map(({ id }) => id);

  expect(await answered(one.access_token)).toEqual(['poll-a']);
  expect(await answered(other.access_token)).toEqual([]);
});

test('getQuestions: an answered question has the own answer and its time, of this account only (decision 035)', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const body = { campaignId: 'polls', questionId: 'poll-a', answers: ['no'] };
  await t.ask('answerQuestion', { token: one.access_token, params: { questionId: 'poll-a' }, body });
  const [row] = await t.services.db
    .selectFrom('answers')
    .select('created_at')
    .where('account_id', '=', one.profile.id)
    .execute();
  const ownAnswer = { answers: ['no'], comment: '', at: new Date(row?.created_at ?? 0).toISOString() };

  const own = async (token: string) =>
    (await t.ask('getQuestions', { token })).results.flatMap((question) => question.ownAnswer ?? []);
  expect(await own(one.access_token)).toEqual([ownAnswer]);
  expect(await own(other.access_token)).toEqual([]);
  const params = { campaignId: 'polls', questionId: 'poll-a' };
  expect((await t.ask('getQuestion', { token: one.access_token, params })).results.ownAnswer).toEqual(ownAnswer);

  await t.services.db.deleteFrom('answers').where('account_id', '=', one.profile.id).execute();
  expect(await own(one.access_token)).toEqual([]);
});

test('getQuestion: one question in results, an unknown one or one of another campaign is 404 (§7, decision 032)', async () => {
  const { access_token: token } = await t.register();
  const get = (campaignId: string, questionId: string) =>
    t.send('getQuestion', { token, params: { campaignId, questionId } });

  expect(await get('polls', 'poll-b')).toEqual({
    status: 200,
    body: {
      results: {
        ...{ id: 'poll-b', campaignId: 'polls', question: 'Second?', questionTypes: 'yes-no' },
        ...{ options: [], answered: false, campaignTitle: 'Polls', closed: false, place: 2, places: 2 },
      },
    },
  });
  for (const [campaign, id] of [
    ['pre-event', 'poll-b'],
    ['polls', 'unknown'],
    ['unknown', 'poll-b'],
    ['__proto__', 'constructor'],
    ["' or 1=1 --", '%'],
    ['polls', 'x'.repeat(500)],
  ] as const) {
    expect((await get(campaign, id)).status, id).toBe(404);
  }
  expect(await get('pre-event', 'poll-b')).toEqual(UNKNOWN);
});

test('getQuestions, getQuestion: need a session (§6)', async () => {
  const params = { campaignId: 'polls', questionId: 'poll-a' };

  expect(await t.send('getQuestions')).toEqual(refusal(401, SIGN_IN));
  expect(await t.send('getQuestion', { params })).toEqual(refusal(401, SIGN_IN));
});

test('getQuestions: has an ETag; an unchanged list is a 304, and an answer changes the list (decision 032)', async () => {
  const { access_token: token } = await t.register();
  const first = await t.request('getQuestions', { token });
  const etag = first.headers.get('etag') ?? '';
  const again = () => t.request('getQuestions', { token, headers: { 'if-none-match': etag } });

  expect(first.headers.get('cache-control')).toBe('no-store');
  const unchanged = await again();
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);

  const body = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'] };
  await t.ask('answerQuestion', { token, params: { questionId: 'poll-a' }, body });
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

test('getQuestions: a question that the pack no longer has is hidden, and its answers stay (decision 037)', async () => {
  const { access_token: token } = await t.register();
  const body = { campaignId: 'post-event', questionId: 'post-only', answers: [], comment: 'Good' };
  const answer = () => t.send('answerQuestion', { token, params: { questionId: 'post-only' }, body });
  await answer();

  const changes = await changesDuring(t, async () => {
    await t.services.db.updateTable('questions').set({ hidden: 1 }).where('id', '=', 'post-only').execute();
    // No one has recorded it: it shows as soon as what the node has kept is old.
    t.clock.advance(1_000);
    const { results } = await t.ask('getQuestions', { token });
    expect(results.map(({ id }) => id)).not.toContain('post-only');
    expect(
      await t.send('getQuestion', { token, params: { campaignId: 'post-event', questionId: 'post-only' } }),
    ).toEqual(UNKNOWN);
    // A repeat, after a first reply that was lost, is told that the answer is stored; another one that there is no question.
    expect((await answer()).status).toBe(200);
    body.comment = 'Bad';
    expect(await answer()).toEqual(UNKNOWN);
  });
  expect(Object.keys(changes)).toEqual(['questions']);
});
