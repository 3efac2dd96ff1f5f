import { type ApiClient, type Reply, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { hostPoll } from '@companion/testkit/hostPoll';
import { attendee } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * Rules that hold on one node also hold on two that share a database. Each rule has its own tests next to its code; here
 * its requests race on both nodes.
 */
let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes({ SIGN_INS_PER_ADDRESS: '100000', REFRESHES_PER_ADDRESS: '100000' });
});
afterAll(() => t.stop());

const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const QUESTION = { campaignId: 'polls', questionId: 'poll-a' };

/** How many replies have each status. */
function tally(replies: Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('two nodes: 100 parallel refreshes of one token give one successor (decision 031)', async () => {
  const { refresh_token } = await t.first.register();

  const all = await t.onBoth(100, (node) => node.ask('refresh', { body: { refresh_token } }));

  const [successor, ...others] = new Set(all.map((session) => session.refresh_token));
  expect(others).toEqual([]);
  for (const node of [t.first, t.second]) await node.ask('refresh', { body: { refresh_token: successor } });
});

test('two nodes: a stale token sent to one node ends the family on both (decision 031)', async () => {
  const refresh = (node = t.first, refresh_token = '') => node.ask('refresh', { body: { refresh_token } });
  const opened = await t.first.register();
  const second = await refresh(t.first, opened.refresh_token);
  const third = await t.second.ask('refresh', { body: { refresh_token: second.refresh_token } });
  t.advance(31_000);

  const stale = { body: { refresh_token: opened.refresh_token } };
  expect(await t.first.send('refresh', stale)).toEqual(refusal(401, SIGN_IN));
  const newest = { body: { refresh_token: third.refresh_token } };
  expect(await t.onBoth(2, (node) => node.send('refresh', newest))).toEqual([
    refusal(401, SIGN_IN),
    refusal(401, SIGN_IN),
  ]);
});

test('two nodes: a session ended on one node is rejected by the other within 5 seconds (decision 031)', async () => {
  const { access_token: token, refresh_token } = await t.first.register();
  const statuses = async () => (await t.onBoth(2, (node) => node.send('getContent', { token }))).map((r) => r.status);
  // Used on both nodes, so that both have it in their cache.
  expect(await statuses()).toEqual([200, 200]);

  await t.first.ask('logout', { body: { refresh_token } });
  t.advance(5000);

  expect(await statuses()).toEqual([401, 401]);
});

test('two nodes: 50 parallel uses of one code give one session; of 50 wrong ones 5 are tried (decision 031)', async () => {
  const { phone } = (await t.first.register()).profile;
  const right = await t.first.requestSignIn(phone);
  const used = await t.onBoth(50, (node) => node.send('smsLogin', { body: { phone, code: right.code } }));
  expect(tally(used)).toEqual({ 200: 1, 401: 49 });

  const other = (await t.first.register()).profile.phone;
  const { code } = await t.first.requestSignIn(other);
  const wrong = { phone: other, code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') };
  const changes = await changesDuring(t.first, async () => {
    expect(tally(await t.onBoth(50, (node) => node.send('smsLogin', { body: wrong })))).toEqual({ 401: 50 });
  });
  expect(changes.login_codes?.come.map(({ tries }) => tries)).toEqual([5]);
  expect((await t.second.send('smsLogin', { body: { phone: other, code } })).status).toBe(401);
});

test('two nodes: 30 parallel sign-ins with one phone send one text; its link opens five times (decision 031)', async () => {
  const { phone } = (await t.first.register()).profile;
  const replies = await t.onBoth(30, (node) => node.send('login', { body: { phone } }));
  expect(tally(replies)).toEqual({ 200: 30 });
  const texts = await t.first.textsTo(phone);
  expect(texts).toHaveLength(1);

  const token = /\/\?t=([\w-]+)/.exec(texts[0] ?? '')?.[1];
  const opened = await t.onBoth(20, (node) => node.send('autologin', { body: { token } }));
  // Ten exchanges a minute are answered: five open the link, five find it used up.
  expect(tally(opened)).toEqual({ 200: 5, 401: 5, 429: 10 });
});

test('two nodes: racing votes and comments leave one row each (decision 032)', async () => {
  const { access_token: token } = await t.first.register();

  const changes = await changesDuring(t.first, async () => {
    const votes = await t.onBoth(40, (node, i) =>
      node.send(i % 4 < 2 ? 'createVote' : 'updateVote', { token, body: { ...ITEM, vote: i % 3 ? 'up' : 'down' } }),
    );
    expect(tally(votes)).toEqual({ 200: 20, 201: 20 });
    const comments = await t.onBoth(20, (node, i) =>
      node.send('createComment', { token, body: { ...ITEM, comment: `comment ${i}` } }),
    );
    expect(tally(comments)).toEqual({ 201: 20 });
  });

  expect(countsOf(changes)).toEqual({ votes: '+1', comments: '+1' });
  const seen = await t.onBoth(2, (node) => node.ask('getContentItem', { token, params: ITEM }));
  expect(seen[0]).toEqual(seen[1]);
});

test('two nodes: the content list of one node shows votes and comments of the other at once', async () => {
  const { access_token: token } = await t.first.register();
  const read = async (node: ApiClient) => {
    const { results } = await node.ask('getContent', { token });
    const { vote, comment } = results.find(({ id }) => id === ITEM.contentId) ?? {};
    return { vote, comment };
  };
  const steps = [
    ['updateVote', { vote: 'up' }],
    ['updateComment', { comment: 'Good' }],
    ['updateVote', { vote: 'down' }],
    ['updateComment', { comment: 'Poor' }],
  ] as const;
  const expected: { vote: string | null; comment: string | null } = { vote: null, comment: null };
  for (const [index, [call, change]] of steps.entries()) {
    const writer = index % 2 ? t.second : t.first;
    await writer.ask(call, { token, body: { ...ITEM, ...change } });
    Object.assign(expected, change);
    for (const node of [t.first, t.second]) expect(await read(node)).toEqual(expected);
  }
});

test('two nodes: one answer sent to both is stored once, and a different one is rejected (decision 032)', async () => {
  const { access_token: token } = await t.first.register();
  const answer = (answers: string[]) => ({
    token,
    params: { questionId: QUESTION.questionId },
    body: { ...QUESTION, answers, comment: '' },
  });

  const changes = await changesDuring(t.first, async () => {
    const replies = await t.onBoth(40, (node) => node.send('answerQuestion', answer(['yes'])));
    expect(replies.map(({ status }) => status).filter((status) => ![200, 201].includes(status))).toEqual([]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await t.second.send('answerQuestion', answer(['no']))).status).toBe(409);
  });

  expect(countsOf(changes)).toEqual({ answers: '+1' });
});

test('two nodes: a request with one Idempotency-Key, sent to both at once, runs once (decision 032)', async () => {
  const given = { body: attendee(), headers: { 'idempotency-key': 'one registration' } };
  const accounts = await t.onBoth(20, (node) => node.ask('createAccount', given));
  expect(new Set(accounts.map(({ profile }) => profile.id)).size).toBe(1);
  expect(new Set(accounts.map(({ refresh_token }) => refresh_token)).size).toBe(1);

  const token = accounts[0]?.access_token ?? '';
  const changes = await changesDuring(t.first, async () => {
    const body = { message: 'Thank you.' };
    const headers = { 'idempotency-key': 'one message' };
    await t.onBoth(20, (node) => node.ask('sendFeedback', { token, body, headers }));
    expect((await t.second.send('sendFeedback', { token, body: { message: 'Other.' }, headers })).status).toBe(422);
  });
  expect(countsOf(changes)).toEqual({ feedback: '+1', idempotency_keys: '+1' });
});

test('two nodes: a poll that one node changes is changed on the other at once (decision 048)', async () => {
  const { access_token: token } = await t.first.register();
  const poll = { campaignId: 'polls', questionId: 'poll-b' };
  const read = async (node: ApiClient) => {
    const { results } = await node.ask('getQuestions', { token });
    return results.filter(({ id }) => id === poll.questionId).map(({ closed }) => (closed ? 'closed' : 'open'));
  };
  const answer = (answers: string[]) => ({
    token,
    params: { questionId: poll.questionId },
    body: { ...poll, answers },
  });

  for (const [state, seen] of [
    ['open', ['open']],
    ['closed', ['closed']],
    ['draft', []],
    ['open', ['open']],
    ['archived', []],
  ] as const) {
    await hostPoll(t.first.services, poll, { state });
    for (const node of [t.first, t.second]) expect(await read(node)).toEqual(seen);
  }
  expect((await t.second.send('answerQuestion', answer(['yes']))).status).toBe(404);

  await hostPoll(t.first.services, poll, { state: 'open' });
  expect((await t.second.send('answerQuestion', answer(['yes']))).status).toBe(200);
});
