import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { Credentials } from '@companion/contract/session';
import type { ApiClient } from '@companion/testkit/apiClient';
import { showEveryone } from '@companion/testkit/showEveryone';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SECOND } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { moderateAudienceQuestions } from './moderateAudienceQuestions.ts';

let t: TwoNodes;
let [ada, ben]: Credentials[] = [];
let id = '';
beforeAll(async () => {
  t = await startTwoNodes();
  await showEveryone(t.first);
});
afterAll(() => t.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([t.first.registerProved(), t.first.registerProved()]);
  await t.first.services.db.deleteFrom('audience_questions').execute();
  id = await put('Why?');
  await moderate('shown');
  t.advance(SECOND);
});

const tokenOf = (who: Credentials | undefined) => who?.access_token ?? '';
const put = async (text: string, who = ada): Promise<string> =>
  (await t.first.ask('createAudienceQuestion', { token: tokenOf(who), body: { contentId: 'opening', text } })).results
    .id;
const moderate = (state: AudienceQuestionState, audienceQuestionId = id) =>
  transact(t.first.services, (tx) => moderateAudienceQuestions(tx, [{ id: audienceQuestionId, state }]));
const upvote = (who: Credentials | undefined, upvoted = true, node: ApiClient = t.first) =>
  node.ask('upvoteAudienceQuestion', { token: tokenOf(who), params: { audienceQuestionId: id }, body: { upvoted } });
const seenBy = async (who: Credentials | undefined, node: ApiClient = t.first) =>
  (await node.ask('getAudienceQuestions', { token: tokenOf(who), params: { contentId: 'opening' } })).results;
/** On both nodes. */
const upvotesFor = (who: Credentials | undefined) =>
  Promise.all(
    [t.first, t.second].map(async (node) => {
      const [{ upvotes, upvoted } = {}] = await seenBy(who, node);
      return { upvotes, upvoted };
    }),
  );
const twice = <Value>(value: Value) => [value, value];

test('getAudienceQuestions: an attendee sees an own upvote at once on both nodes, and others within a second (decision 051)', async () => {
  expect(await upvotesFor(ben)).toEqual(twice({ upvotes: 0, upvoted: false }));
  t.advance(1);
  await upvote(ada);
  expect(await upvotesFor(ada)).toEqual(twice({ upvotes: 1, upvoted: true }));
  t.advance(SECOND);
  expect(await upvotesFor(ben)).toEqual(twice({ upvotes: 1, upvoted: false }));

  await upvote(ada, false);
  expect((await upvotesFor(ada))[0]).toEqual({ upvotes: 0, upvoted: false });
  expect((await upvotesFor(ada))[1]).toMatchObject({ upvoted: false });
  t.advance(SECOND);
  expect(await upvotesFor(ada)).toEqual(twice({ upvotes: 0, upvoted: false }));
});

test('getAudienceQuestions: an own question and its state are seen at once on both nodes, by its author alone (decision 051)', async () => {
  for (const node of [t.first, t.second]) for (const who of [ada, ben]) expect(await seenBy(who, node)).toHaveLength(1);
  const own = await put('And then?');
  const statesFor = async (who: Credentials | undefined) =>
    Promise.all(
      [t.first, t.second].map(async (node) => (await seenBy(who, node)).map(({ text, state }) => [text, state])),
    );

  expect(await statesFor(ada)).toEqual(
    twice([
      ['Why?', 'shown'],
      ['And then?', 'pending'],
    ]),
  );
  expect(await statesFor(ben)).toEqual(twice([['Why?', 'shown']]));
  await moderate('dismissed', own);
  expect((await statesFor(ada)).map((seen) => seen[1])).toEqual(twice(['And then?', 'dismissed']));
});

test('getAudienceQuestions: an own question that is dismissed with a flood is as before to its author, and to nobody else', async () => {
  const own = await put('And then?');
  await moderate('shown', own);
  const set = (standing: 'dismissed' | 'unconfirmed') =>
    t.first.services.db.updateTable('audience_questions').set({ standing }).where('id', '=', own).execute();
  await set('dismissed');
  await moderate('shown');
  const textsOf = async (who: Credentials | undefined) => (await seenBy(who, t.first)).map(({ text }) => text);
  await expect.poll(() => textsOf(ben)).toEqual(['Why?']);
  expect(await textsOf(ada)).toEqual(['Why?', 'And then?']);
  await set('unconfirmed');
});

test('moderateAudienceQuestions: an undo of it names nothing that was dismissed with a flood', async () => {
  const other = await put('And then?');
  await moderate('pinned');
  const { db } = t.first.services;
  await db.updateTable('audience_questions').set({ standing: 'dismissed' }).where('id', '=', id).execute();
  const { before } = await moderate('pinned', other);
  expect(before).toEqual([{ id: other, state: 'pending' }]);
  const row = await db.selectFrom('audience_questions').select('state').where('id', '=', id).executeTakeFirst();
  expect(row?.state).toBe('shown');
});

test('moderateAudienceQuestions: what was dismissed with a flood meanwhile is left out, and keeps no one from the others', async () => {
  const other = await put('And then?');
  const both = (state: AudienceQuestionState) =>
    transact(t.first.services, (tx) =>
      moderateAudienceQuestions(
        tx,
        [id, other].map((one) => ({ id: one, state })),
      ),
    );
  await both('shown');
  const { db } = t.first.services;
  await db.updateTable('audience_questions').set({ standing: 'dismissed' }).where('id', '=', id).execute();
  expect((await both('pending')).before).toEqual([{ id: other, state: 'shown' }]);
  const rows = await db
    .selectFrom('audience_questions')
    .select(['id', 'state'])
    .where('id', 'in', [id, other])
    .execute();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ id, state: 'shown' });
  expect(rows).toContainEqual({ id: other, state: 'pending' });
});

test('getAudienceQuestions: a moderation shows at once on both nodes (decision 051)', async () => {
  for (const state of ['pinned', 'dismissed', 'answered', 'pending'] as const) {
    for (const node of [t.first, t.second]) await seenBy(ben, node);
    await moderate(state);
    const isPublic = state === 'pinned' || state === 'answered';
    for (const node of [t.first, t.second]) {
      expect((await seenBy(ben, node)).map((one) => one.state)).toEqual(isPublic ? [state] : []);
      expect((await seenBy(ada, node)).map((one) => [one.state, one.own])).toEqual([[state, true]]);
    }
  }
});

test('getAudienceQuestions: an answer that has not changed is not sent again, and each attendee gets an own one', async () => {
  const etagOf = async (who: Credentials | undefined, etag?: string) => {
    const reply = await fetch(`${t.first.url}/api/public/audience-questions/opening`, {
      headers: { authorization: `Bearer ${tokenOf(who)}`, ...(etag ? { 'if-none-match': etag } : {}) },
    });
    return { status: reply.status, etag: reply.headers.get('etag') ?? '' };
  };
  const [mine, bens] = [await etagOf(ada), await etagOf(ben)];
  expect(mine.etag).not.toBe(bens.etag);
  expect((await etagOf(ada, mine.etag)).status).toBe(304);
  expect((await etagOf(ada, bens.etag)).status).toBe(200);
  await upvote(ben);
  expect((await etagOf(ben, bens.etag)).status).toBe(200);
});
