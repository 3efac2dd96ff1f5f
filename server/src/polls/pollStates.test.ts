import { CLOSING_GRACE_MS, type PollState } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { stateAt } from './pollState.ts';
import { takesAnswers } from './takeAnswer.ts';

const NOON = Date.UTC(2031, 5, 10, 16);
const UNKNOWN = refusal(404, 'There is no such question.');
const CLOSED = refusal(409, 'This poll is closed.');
const THANKS = 'Your answer has been sent. Thank you for your feedback.';

let t: ServerTest;
let token: string;
beforeEach(async () => {
  t ??= await startServerTest();
  await t.services.db.deleteFrom('polls').execute();
  t.clock.freeze(NOON);
  token = (await t.register()).access_token;
});
afterAll(() => t.stop());

async function setState(question_id: string, state: PollState, closes_at: number | null = null): Promise<void> {
  const row = { state, closes_at, shown_to: 'none', stage_position: null, version: 1 } as const;
  await t.services.db
    .insertInto('polls')
    .values({ question_id, ...row })
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet(row))
    .execute();
  await recordQuestions(t.services.db);
}

const answer = (questionId: string, chosen: string, who: Pick<Credentials, 'access_token'> = { access_token: token }) =>
  t.send('answerQuestion', {
    token: who.access_token,
    params: { questionId },
    body: { campaignId: 'polls', questionId, answers: [chosen] },
    // What a phone believes the time to be has no influence.
    headers: { date: new Date(t.clock.now() - 86_400_000).toUTCString() },
  });

const registerMany = (count: number) => Promise.all(Array.from({ length: count }, () => t.register()));

const listed = async (campaign: string) =>
  (await t.ask('getQuestions', { token })).results
    .filter(({ campaignId }) => campaignId === campaign)
    .map(({ id, closed }) => ({ id, closed }));

test.each(['draft', 'archived'] as const)(
  'polls: a question that is %s is not there for attendees (decision 048)',
  async (state) => {
    await setState('poll-a', state);

    expect(await listed('polls')).toEqual([{ id: 'poll-b', closed: false }]);
    const params = { campaignId: 'polls', questionId: 'poll-a' };
    expect(await t.send('getQuestion', { token, params })).toEqual(UNKNOWN);
    expect(await changesDuring(t, async () => expect(await answer('poll-a', 'yes')).toEqual(UNKNOWN))).toEqual({});
  },
);

test.each(['draft', 'archived'] as const)(
  'polls: an answer that was stored before its question was %s has its reply again (decision 048)',
  async (state) => {
    await setState('poll-a', 'open');
    const { access_token: other } = await t.register();
    const body = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'], comment: '' };
    const repeat = () => t.send('answerQuestion', { token: other, params: { questionId: 'poll-a' }, body });
    expect((await repeat()).status).toBe(200);
    await setState('poll-a', state);

    expect((await repeat()).status).toBe(200);
    body.answers = ['no'];
    expect(await repeat()).toEqual(UNKNOWN);
  },
);

test('polls: a closed question is listed as closed, and takes no answers (decision 048)', async () => {
  await setState('poll-a', 'closed', NOON - 60_000);

  expect(await listed('polls')).toEqual([
    { id: 'poll-a', closed: true },
    { id: 'poll-b', closed: false },
  ]);
  const params = { campaignId: 'polls', questionId: 'poll-a' };
  expect((await t.ask('getQuestion', { token, params })).results.closed).toBe(true);
  expect(await changesDuring(t, async () => expect(await answer('poll-a', 'yes')).toEqual(CLOSED))).toEqual({});
});

test.each([
  ['by hand', 'closed'],
  ['by its countdown', 'open'],
] as const)(
  'polls: closed %s, it takes answers for two more seconds of the server’s clock (decision 048)',
  async (_, state) => {
    await setState('poll-a', state, NOON + 30_000);
    const late = await t.register();

    t.clock.freeze(NOON + 30_000 + 1_900);
    expect(await listed('polls')).toContainEqual({ id: 'poll-a', closed: true });
    expect(await answer('poll-a', 'yes')).toMatchObject({ status: 200 });

    t.clock.freeze(NOON + 30_000 + 2_100);
    const changes = await changesDuring(t, async () => expect(await answer('poll-a', 'yes', late)).toEqual(CLOSED));
    expect(changes).toEqual({});
  },
);

test('polls: after the closing, a repeated answer has its reply again, and a different one is refused as before (decision 048)', async () => {
  const first = await answer('poll-a', 'yes');
  await setState('poll-a', 'closed', NOON);
  t.clock.freeze(NOON + 5_000);

  expect(first).toEqual({ status: 200, body: { message: THANKS, nextQuestionId: 'poll-b' } });
  const changes = await changesDuring(t, async () => {
    expect(await answer('poll-a', 'yes')).toEqual(first);
    expect(await answer('poll-a', 'no')).toEqual(refusal(409, 'You have already answered this question.'));
  });
  expect(changes).toEqual({});
});

test('polls: nextQuestionId passes over what is closed, a draft or archived (decision 048)', async () => {
  await setState('pre-faces', 'draft');
  await setState('pre-numbers', 'open', NOON - 1);
  await setState('pre-one', 'archived');
  const given = { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'] };

  const reply = await t.ask('answerQuestion', { token, params: { questionId: 'pre-yes' }, body: given });
  expect(reply.nextQuestionId).toBe('pre-many');
});

test('polls: of answers that arrive around the closing, those with a 200 are stored, and no others (decision 048)', async () => {
  await setState('poll-a', 'open', NOON);
  const [early, late] = await Promise.all([registerMany(20), registerMany(20)]);
  t.clock.freeze(NOON + CLOSING_GRACE_MS);

  let statuses: number[] = [];
  const changes = await changesDuring(t, async () => {
    const first = early.map((person) => answer('poll-a', 'yes', person));
    await Promise.race(first);
    t.clock.advance(1);
    const replies = [...first, ...late.map((person) => answer('poll-a', 'yes', person))];
    statuses = (await Promise.all(replies)).map(({ status }) => status);
  });

  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  expect(countsOf(changes)).toEqual({ answers: `+${statuses.filter((status) => status === 200).length}` });
});

test('polls: a load of the event’s pack keeps their states (decision 048)', async () => {
  await setState('poll-a', 'draft');
  await setState('poll-b', 'closed', NOON);

  expect(await changesDuring(t, () => t.restart())).toEqual({});
  expect(await listed('polls')).toEqual([{ id: 'poll-b', closed: true }]);
});

test('polls: a countdown closes an open poll at its end; a state without one stays', () => {
  const at = (state: PollState | null, closes_at: number | null, now: number) => [
    stateAt({ state, closes_at }, now),
    takesAnswers({ state, closes_at }, now),
  ];

  expect(at(null, null, NOON)).toEqual(['open', true]);
  expect(at('open', NOON, NOON - 1)).toEqual(['open', true]);
  expect(at('open', NOON, NOON)).toEqual(['closed', true]);
  expect(at('open', NOON, NOON + 2_000)).toEqual(['closed', true]);
  expect(at('open', NOON, NOON + 2_001)).toEqual(['closed', false]);
  expect(at('closed', NOON, NOON + 2_001)).toEqual(['closed', false]);
  expect(at('draft', null, NOON)).toEqual(['draft', false]);
  expect(at('archived', NOON, NOON)).toEqual(['archived', false]);
});
