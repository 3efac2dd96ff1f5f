import { type Reply, refusal } from '@companion/testkit/apiClient';
import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../cli/dataCommands.ts';

let t: ServerTest;
let client: pg.Client;
let peer: PushPeer;
beforeAll(async () => {
  peer = await startPushPeer();
  t = await startServerTest(peer.settings);
  client = await connectToDatabase(t);
});
afterAll(async () => {
  await client.end();
  await t.stop();
  await peer.stop();
});

test('erase: the answer to a request that was under way, stored under its key, is erased too', async () => {
  const { id } = (await t.register()).profile;
  // As a share does.
  await client.query('begin');
  await client.query(
    `insert into idempotency_keys (scope, key, call, body_hash, answer, created_at)
      values ($1, 'key', 'shareMail', '', '', $2)`,
    [id, t.clock.now()],
  );
  await client.query('update accounts set updated_at = updated_at where id = $1', [id]);

  const erasing = runHere([eraseCommand], ['erase', id], settingsOf(t));
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  await client.query('commit');

  expect(await erasing).toMatchObject({ code: 0 });
  const { rows } = await client.query('select key from idempotency_keys where scope = $1', [id]);
  expect(rows).toEqual([]);
});

test('erase: it waits for a browser that is being saved again, which does not wait for it', async () => {
  const { profile, access_token: token } = await t.register();
  await t.ask('savePushDevice', { token, body: peer.subscribe() });
  // As savePushDevice does: the account, then its browser.
  await client.query('begin');
  await client.query('select id from accounts where id = $1 for update', [profile.id]);

  const erasing = runHere([eraseCommand], ['erase', profile.id], settingsOf(t));
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  await client.query(`set local lock_timeout = '500ms'`);
  await client.query(`update push_devices set auth = 'another' where account_id = $1`, [profile.id]);
  await client.query('commit');

  expect(await erasing).toMatchObject({ code: 0, output: expect.stringContaining('1 push_devices') });
});

/** Sends a request that meets an erasure: it has found what is erased then, and waits until that is committed. */
async function duringErasure(accountId: string, send: () => Promise<Reply>): Promise<Reply> {
  await client.query('begin');
  for (const [table, column] of [['audience_questions', 'account_id'] as const, ['accounts', 'id'] as const]) {
    await client.query(`delete from ${table} where ${column} = $1`, [accountId]);
  }
  const sent = send();
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  await client.query('commit');
  return sent;
}

test('upvoteAudienceQuestion: a question that is erased in between is not there; who is erased in between is signed out', async () => {
  const [author, voter] = [await t.register(), await t.register()];
  const asking = { token: author.access_token, body: { contentId: 'opening', text: 'Why?' } };
  const upvote = (audienceQuestionId: string, token: string) =>
    t.send('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: true } });
  const [first, second] = [
    await t.ask('createAudienceQuestion', asking),
    await t.ask('createAudienceQuestion', asking),
  ];
  await t.services.db.updateTable('audience_questions').set({ state: 'shown' }).execute();

  const leaving = await t.register();
  const byLeaving = () => upvote(first.results.id, leaving.access_token);
  expect(await duringErasure(leaving.profile.id, byLeaving)).toEqual(refusal(401, 'Please sign in.'));
  const byVoter = () => upvote(second.results.id, voter.access_token);
  expect(await duringErasure(author.profile.id, byVoter)).toEqual(refusal(404, 'There is no such question.'));
});

test('approveAnswerText: a text that is erased in between is not there', async () => {
  const { browser: host } = await signedInMember(t, 'host');
  const author = await t.register();
  const question = { campaignId: 'pre-event', questionId: 'pre-words' };
  const body = { ...question, answers: [], comment: 'Everything' };
  await t.ask('answerQuestion', { token: author.access_token, params: question, body });
  const [text] = (await host.ask('getAnswerTexts', { params: question })).results.texts;
  const params = { ...question, textId: text?.id ?? '' };

  const approval = () => host.send('approveAnswerText', { params, body: { isApproved: true } });
  expect(await duringErasure(author.profile.id, approval)).toEqual(refusal(404, 'There is no such text.'));
});
