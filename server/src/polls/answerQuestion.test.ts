import type { Credentials } from '@companion/contract/session';
import { CHECK, type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
let me: Credentials;
beforeAll(async () => {
  t = await startServerTest();
  me = await t.register();
});
afterAll(() => t.stop());

type Given = { answers?: unknown; comment?: unknown; campaignId?: unknown };
const answer = (questionId: string, given: Given, who = me) =>
  t.send('answerQuestion', {
    token: who.access_token,
    params: { questionId },
    body: { campaignId: campaignOf(questionId), questionId, ...given },
  });
const campaignOf = (questionId: string) =>
  ({ pre: 'pre-event', poll: 'polls', post: 'post-event' })[questionId.split('-')[0] ?? ''] ?? 'pre-event';
const sent = (nextQuestionId?: string) => ({
  status: 200,
  body: {
    message: 'Your answer has been sent. Thank you for your feedback.',
    ...(nextQuestionId ? { nextQuestionId } : {}),
  },
});
const OTHER_ANSWER = refusal(409, 'You have already answered this question.');

/** Decision 032: the shape of each type's answer. */
const VALID: [questionId: string, given: Given, stored: string][] = [
  ['pre-yes', { answers: ['yes'] }, '["yes"]'],
  ['pre-yes', { answers: ['no'] }, '["no"]'],
  ['pre-faces', { answers: [1] }, '[1]'],
  ['pre-faces', { answers: [5] }, '[5]'],
  ['pre-numbers', { answers: [4] }, '[4]'],
  ['pre-one', { answers: [3] }, '[3]'],
  ['pre-many', { answers: [2] }, '[2]'],
  ['pre-many', { answers: [3, 1] }, '[1,3]'],
  ['pre-many', { answers: [1, 2, 3] }, '[1,2,3]'],
  ['pre-words', { answers: [], comment: ' Good coffee \u{1F600} ' }, '[]'],
  ['pre-one', { answers: [1], comment: 'because' }, '[1]'],
];

test.each(VALID)('answerQuestion: %s accepts %j (§3, decision 032)', async (questionId, given, stored) => {
  const who = await t.register();

  const changes = await changesDuring(t, async () => expect((await answer(questionId, given, who)).status).toBe(200));

  expect(changes).toEqual({
    answers: {
      gone: [],
      come: [
        {
          account_id: who.profile.id,
          question_id: questionId,
          campaign_id: 'pre-event',
          answers: stored,
          comment: String(given.comment ?? '').trim(),
          created_at: expect.any(Number),
          made_at: null,
          standing: 'unconfirmed',
        },
      ],
    },
  });
});

const ONE = { answers: 'Choose one answer' };
const ONE_OF = { answers: 'Choose one of the answers' };
const SOME_OF = { answers: 'Choose at least one of the options' };
const A_LIST = { answers: 'Must be a list of answers' };
const INVALID: [questionId: string, given: Given, errors: Record<string, string>][] = [
  ['pre-yes', { answers: [] }, ONE],
  ['pre-yes', { answers: ['yes', 'no'] }, ONE],
  ['pre-yes', { answers: ['maybe'] }, ONE_OF],
  ['pre-yes', { answers: ['YES'] }, ONE_OF],
  ['pre-yes', { answers: [1] }, ONE_OF],
  ['pre-yes', { answers: 'yes' }, A_LIST],
  ['pre-yes', { answers: { 0: 'yes', length: 1 } }, A_LIST],
  ['pre-yes', { answers: null }, A_LIST],
  ['pre-yes', {}, A_LIST],
  ['pre-yes', { answers: [null] }, A_LIST],
  ['pre-yes', { answers: [['yes']] }, A_LIST],
  ['pre-yes', { answers: [true] }, A_LIST],
  ['pre-yes', { answers: ['yes'.repeat(4)] }, A_LIST],
  ...['pre-faces', 'pre-numbers'].flatMap((id): [string, Given, Record<string, string>][] => [
    [id, { answers: [] }, ONE],
    [id, { answers: [1, 2] }, ONE],
    [id, { answers: [0] }, ONE_OF],
    [id, { answers: [6] }, ONE_OF],
    [id, { answers: [-1] }, ONE_OF],
    [id, { answers: ['3'] }, ONE_OF],
    [id, { answers: [2.5] }, A_LIST],
    [id, { answers: [1e300] }, A_LIST],
  ]),
  ['pre-one', { answers: [0] }, ONE_OF],
  ['pre-one', { answers: [4] }, ONE_OF],
  ['pre-one', { answers: ['Red'] }, ONE_OF],
  ['pre-one', { answers: [1, 2] }, ONE],
  ['pre-many', { answers: [] }, SOME_OF],
  ['pre-many', { answers: [1, 1] }, SOME_OF],
  ['pre-many', { answers: [1, 4] }, SOME_OF],
  ['pre-many', { answers: [0] }, SOME_OF],
  ['pre-many', { answers: ['1'] }, SOME_OF],
  ['pre-words', { answers: [] }, { comment: 'Required' }],
  ['pre-words', { answers: [], comment: ' \n ' }, { comment: 'Required' }],
  ['pre-words', { answers: [], comment: 'x'.repeat(5001) }, { comment: 'Must be 5000 characters or less' }],
  ['pre-words', { answers: [], comment: ['x'] }, { comment: 'Must be text' }],
  ['pre-words', { answers: [1], comment: 'x' }, { answers: 'A comment has no choices' }],
  ['pre-yes', { answers: ['yes'], campaignId: 7 }, { campaignId: 'Required' }],
];

test.each(INVALID)('answerQuestion: %s refuses %j and keeps nothing (§3, §5)', async (questionId, given, errors) => {
  const changes = await changesDuring(t, async () =>
    expect(await answer(questionId, given)).toEqual(refusal(400, CHECK, errors)),
  );

  expect(changes).toEqual({});
});

test('answerQuestion: nextQuestionId is the next unanswered of the campaign, in its order, from the first again (decision 032)', async () => {
  const who = await t.register();
  const next = async (id: string, given: Given) => answer(id, given, who);

  expect(await next('pre-numbers', { answers: [1] })).toEqual(sent('pre-one'));
  expect(await next('pre-yes', { answers: ['yes'] })).toEqual(sent('pre-faces'));
  expect(await next('pre-faces', { answers: [1] })).toEqual(sent('pre-one'));
  expect(await next('pre-many', { answers: [1] })).toEqual(sent('pre-words'));
  expect(await next('pre-words', { answers: [], comment: 'x' })).toEqual(sent('pre-one'));
  expect(await next('pre-one', { answers: [1] })).toEqual(sent());
  expect(await next('poll-b', { answers: ['no'] })).toEqual(sent('poll-a'));
});

test('answerQuestion: after a poll on stage no next question is named (decision 060)', async () => {
  const who = await t.register();
  const key = { campaignId: 'polls', questionId: 'poll-a' };
  await hostPoll(t.services, key, { isOnStage: true });
  expect(await answer('poll-a', { answers: ['yes'] }, who)).toEqual(sent());
  await hostPoll(t.services, key, { isOnStage: false });
  expect(await answer('poll-a', { answers: ['yes'] }, who)).toEqual(sent('poll-b'));
});

test('answerQuestion: the same answer again is a 200 with the same reply and no change (decision 032)', async () => {
  const who = await t.register();
  const given: [string, Given, Given][] = [
    ['pre-yes', { answers: ['yes'] }, { answers: ['yes'], comment: '  ' }],
    ['pre-many', { answers: [1, 3] }, { answers: [3, 1] }],
    ['pre-words', { answers: [], comment: 'fine' }, { answers: [], comment: ' fine ' }],
  ];

  for (const [id, first, again] of given) {
    const reply = await answer(id, first, who);
    const changes = await changesDuring(t, async () => expect(await answer(id, again, who)).toEqual(reply));
    expect(changes).toEqual({});
  }
});

test('answerQuestion: a different answer is 409 and changes nothing (decision 032)', async () => {
  const who = await t.register();
  const given: [string, Given, Given][] = [
    ['pre-yes', { answers: ['yes'] }, { answers: ['no'] }],
    ['pre-one', { answers: [1] }, { answers: [1], comment: 'because' }],
    ['pre-many', { answers: [1, 3] }, { answers: [1] }],
    ['pre-words', { answers: [], comment: 'fine' }, { answers: [], comment: 'Fine' }],
  ];

  for (const [id, first, other] of given) {
    expect((await answer(id, first, who)).status).toBe(200);
    const changes = await changesDuring(t, async () => expect(await answer(id, other, who)).toEqual(OTHER_ANSWER));
    expect(changes).toEqual({});
  }
});

test('answerQuestion: the same answer 100 times at once leaves one row and 100 times the same reply (decision 032)', async () => {
  const who = await t.register();

  let replies: Reply[] = [];
  const changes = await changesDuring(t, async () => {
    replies = await Promise.all(Array.from({ length: 100 }, () => answer('pre-yes', { answers: ['yes'] }, who)));
  });

  expect(replies).toEqual(Array(100).fill(sent('pre-faces')));
  expect(countsOf(changes)).toEqual({ answers: '+1' });
});

test('answerQuestion: of 100 different answers at once one is stored and the others are 409 (decision 032)', async () => {
  const who = await t.register();

  let replies: Reply[] = [];
  const changes = await changesDuring(t, async () => {
    replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => answer('pre-words', { answers: [], comment: `words ${i}` }, who)),
    );
  });

  const kept = replies.flatMap(({ status }, i) => (status === 200 ? [`words ${i}`] : []));
  expect(replies.filter(({ status }) => status !== 200)).toEqual(Array(99).fill(OTHER_ANSWER));
  expect(changes.answers?.come.map(({ comment }) => comment)).toEqual(kept);
});

test('answerQuestion: an unknown question, one of another campaign and one that differs from the body are rejected (decision 032)', async () => {
  const unknown = refusal(404, 'There is no such question.');
  const send = (questionId: string, body: object) =>
    t.send('answerQuestion', { token: me.access_token, params: { questionId }, body });

  const changes = await changesDuring(t, async () => {
    expect(await answer('pre-unknown', { answers: ['yes'] })).toEqual(unknown);
    expect(await answer('poll-a', { answers: ['yes'], campaignId: 'pre-event' })).toEqual(unknown);
    expect(await send('poll-a', { campaignId: 'polls', questionId: 'poll-b', answers: ['yes'] })).toEqual(
      refusal(400, CHECK, { questionId: 'Must be the question of the address' }),
    );
  });

  expect(changes).toEqual({});
});
