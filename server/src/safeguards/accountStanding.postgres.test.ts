import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { moderateAudienceQuestion } from '@companion/testkit/hostAudienceQuestions';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../platform/transact.ts';
import { confirmAccount } from './accountStanding.ts';

let t: ServerTest;
let client: pg.Client;
beforeAll(async () => {
  t = await startServerTest();
  client = await connectToDatabase(t);
});
afterAll(async () => {
  await client.end();
  await t.stop();
});

const POLL = { campaignId: 'polls', questionId: 'poll-a' };
const waiting = () => countLockWaiters(client);
const answer = (token: string) => t.ask('answerQuestion', { token, params: POLL, body: { ...POLL, answers: ['yes'] } });
const vote = (token: string) =>
  t.ask('createVote', { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
const standingsOf = (table: 'answers' | 'votes', id: string) =>
  t.services.db.selectFrom(table).select('standing').where('account_id', '=', id).execute();

test('standing: what is sent during a confirmation waits for it, and counts as confirmed (decision 056)', async () => {
  const { access_token: token, profile } = await t.register();
  await client.query('begin');
  await client.query('update accounts set confirmed_at = 1 where id = $1', [profile.id]);

  const sent = Promise.all([answer(token), vote(token)]);
  await expect.poll(waiting).toBe(2);
  await client.query('commit');
  await sent;

  expect(await standingsOf('answers', profile.id)).toEqual([{ standing: 'confirmed' }]);
  expect(await standingsOf('votes', profile.id)).toEqual([{ standing: 'confirmed' }]);
});

test('standing: a confirmation waits for what is being sent, and leaves it confirmed (decision 056)', async () => {
  const { access_token: token, profile } = await t.register();
  await answer(token);
  await client.query('begin');
  await client.query('select 1 from accounts where id = $1 for share', [profile.id]);
  const row = ['opening', profile.id];
  await client.query(
    "insert into votes (content_id, account_id, vote, created_at, updated_at) values ($1, $2, 'up', 1, 1)",
    row,
  );

  const confirmed = transact(t.services, (tx) => confirmAccount(tx, profile.id));
  await expect.poll(waiting).toBe(1);
  await client.query('commit');
  await confirmed;

  expect(await standingsOf('answers', profile.id)).toEqual([{ standing: 'confirmed' }]);
  expect(await standingsOf('votes', profile.id)).toEqual([{ standing: 'confirmed' }]);
});

/** Questions from the hall that everyone can upvote, in the order of their ids, and who has asked each. */
async function askThree() {
  const asked = [];
  for (let i = 0; i < 3; i += 1) {
    const author = await t.register();
    const body = { contentId: 'opening', text: 'Why?' };
    const { results } = await t.ask('createAudienceQuestion', { token: author.access_token, body });
    await moderateAudienceQuestion(t.services, results.id, 'shown');
    asked.push({ id: results.id, author });
  }
  return asked.sort((one, other) => (one.id < other.id ? -1 : 1)) as [Asked, Asked, Asked];
}
type Asked = { id: string; author: Awaited<ReturnType<typeof t.register>> };

test('standing: confirmations of two accounts lock the questions that they have asked and upvoted in one order (decision 056)', async () => {
  const [first, second, third] = await askThree();
  const upvoter = await t.register();
  const upvote = (token: string, audienceQuestionId: string) =>
    t.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: true } });
  for (const { id } of [first, second, third]) await upvote(upvoter.access_token, id);
  await upvote(first.author.access_token, third.id);
  const confirm = ({ profile }: typeof upvoter) => transact(t.services, (tx) => confirmAccount(tx, profile.id));

  await client.query('begin');
  await client.query('select 1 from audience_questions where id = $1 for update', [second.id]);
  const upvoters = confirm(upvoter);
  await expect.poll(waiting).toBe(1);
  const authors = confirm(first.author);
  await expect.poll(waiting).toBe(2);
  await client.query('commit');

  await Promise.all([upvoters, authors]);
});
