import type { Credentials } from '@companion/contract/session';
import { CHECK, type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';

let t: ServerTest;
let me: Credentials;
beforeAll(async () => {
  t = await startServerTest();
  me = await t.register();
});
afterAll(() => t.stop());

const ITEM = { campaignId: 'agenda', contentId: 'opening' };

describe.each([
  { create: 'createVote', update: 'updateVote', table: 'votes', field: 'vote', values: ['up', 'down'] },
  { create: 'createComment', update: 'updateComment', table: 'comments', field: 'comment', values: ['Good', 'Bad'] },
] as const)('$table', ({ create, update, table, field, values: [first, second] }) => {
  const send = (call: typeof create | typeof update, value: unknown, who = me, item: object = ITEM) =>
    t.send(call, { token: who.access_token, body: { ...item, [field]: value } });
  const thanks = (status: 200 | 201) => ({ status, body: { message: 'Thank you for your feedback.' } });
  const rowOf = (who: Credentials, value: string) => ({
    account_id: who.profile.id,
    content_id: 'opening',
    [field]: value,
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
    standing: 'unconfirmed',
  });

  test(`${create} is 201 and stores one row, ${update} is 200 and changes it (§4, decision 032)`, async () => {
    const who = await t.register();

    const created = await changesDuring(t, async () => expect(await send(create, first, who)).toEqual(thanks(201)));
    expect(created).toEqual({ [table]: { gone: [], come: [rowOf(who, first)] } });

    const updated = await changesDuring(t, async () => expect(await send(update, second, who)).toEqual(thanks(200)));
    expect(updated).toEqual({ [table]: { gone: [rowOf(who, first)], come: [rowOf(who, second)] } });
  });

  test(`${update} before any ${create}, and a second ${create}, store the last value (decision 032)`, async () => {
    const who = await t.register();

    const changes = await changesDuring(t, async () => {
      expect(await send(update, first, who)).toEqual(thanks(200));
      expect(await send(create, first, who)).toEqual(thanks(201));
      expect(await send(create, second, who)).toEqual(thanks(201));
    });

    expect(changes).toEqual({ [table]: { gone: [], come: [rowOf(who, second)] } });
  });

  test(`200 of ${create} and ${update} mixed in parallel leave one row with one of the values (decision 032)`, async () => {
    const who = await t.register();

    let replies: Reply[] = [];
    const changes = await changesDuring(t, async () => {
      replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) => send(i % 2 ? create : update, i % 3 ? first : second, who)),
      );
    });

    expect(replies).toEqual(Array.from({ length: 200 }, (_, i) => thanks(i % 2 ? 201 : 200)));
    expect(Object.keys(changes)).toEqual([table]);
    expect(changes[table]?.come).toHaveLength(1);
    expect([first, second]).toContain(changes[table]?.come[0]?.[field]);
  });

  test(`${create}, ${update}: an unknown item, and one of another campaign, are 404 and change nothing (decision 032)`, async () => {
    const changes = await changesDuring(t, async () => {
      for (const call of [create, update]) {
        for (const item of [
          { campaignId: 'agenda', contentId: 'unknown' },
          { campaignId: 'speakers', contentId: 'opening' },
        ]) {
          expect(await send(call, first, me, item)).toEqual(refusal(404, 'There is no such item.'));
        }
      }
    });

    expect(changes).toEqual({});
  });

  test(`${create}, ${update}: another account cannot be named (decision 032)`, async () => {
    const [who, victim] = [await t.register(), await t.register()];
    const aimed = { ...ITEM, account_id: victim.profile.id, accountId: victim.profile.id, id: victim.profile.id };

    const changes = await changesDuring(t, () => send(create, first, who, aimed));

    expect(changes).toEqual({ [table]: { gone: [], come: [rowOf(who, first)] } });
  });
});

const COMMENT = 'Must be 5000 characters or less';
test.each([
  ['createVote', { ...ITEM, vote: 'sideways' }, { vote: 'Must be up or down' }],
  ['updateVote', { ...ITEM, vote: null }, { vote: 'Must be up or down' }],
  ['createVote', { ...ITEM, vote: ['up'] }, { vote: 'Must be up or down' }],
  ['createVote', { vote: 'up' }, { campaignId: 'Required', contentId: 'Required' }],
  ['createComment', { ...ITEM, comment: '' }, { comment: 'Required' }],
  ['updateComment', { ...ITEM, comment: ' \n\t ' }, { comment: 'Required' }],
  ['createComment', { ...ITEM }, { comment: 'Required' }],
  ['createComment', { ...ITEM, comment: 'x'.repeat(5001) }, { comment: COMMENT }],
  ['updateComment', { ...ITEM, contentId: 7, comment: 'x' }, { contentId: 'Required' }],
] as const)('%s: %j is 400 (decision 032)', async (call, body, errors) => {
  const changes = await changesDuring(t, async () =>
    expect(await t.send(call, { token: me.access_token, body })).toEqual(refusal(400, CHECK, errors)),
  );

  expect(changes).toEqual({});
});

test.each([
  'x'.repeat(5000),
  '<script>alert(1)</script>',
  'línea\n二行目 \u{1F44D}',
  "'; drop table comments; --",
  '\\u0000',
])('createComment: %j is stored unchanged (decision 032)', async (comment) => {
  const who = await t.register();
  await t.ask('createComment', { token: who.access_token, body: { ...ITEM, comment } });

  const params = { campaignId: 'agenda', contentId: 'opening' };
  expect((await t.ask('getContentItem', { token: who.access_token, params })).results.comment).toBe(comment);
});

test('createComment, updateComment: 300 an hour per account, then 429 with Retry-After until the hour is over', async () => {
  const { access_token: token, refresh_token } = await t.register();
  const write = async (number: number) =>
    t.request(number % 2 ? 'createComment' : 'updateComment', { token, body: { ...ITEM, comment: `Note ${number}` } });
  const replies = await Promise.all(Array.from({ length: 301 }, (_, number) => write(number)));

  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const other = await t.register();
  expect(
    (await t.send('createComment', { token: other.access_token, body: { ...ITEM, comment: 'Good' } })).status,
  ).toBe(201);
  t.clock.advance(HOUR);
  const { access_token: renewed } = await t.ask('refresh', { body: { refresh_token } });
  expect((await t.send('createComment', { token: renewed, body: { ...ITEM, comment: 'Later' } })).status).toBe(201);
});

test('getContent, getContentItem: an own comment has the time when it was sent or changed last (decision 035)', async () => {
  const who = await t.register();
  const token = who.access_token;
  const read = async () => {
    const list = (await t.ask('getContent', { token })).results.filter(({ commentedAt }) => commentedAt);
    const params = { campaignId: ITEM.campaignId, contentId: ITEM.contentId };
    const { commentedAt } = (await t.ask('getContentItem', { token, params })).results;
    expect(list.map((item) => [item.id, item.commentedAt])).toEqual(commentedAt ? [[ITEM.contentId, commentedAt]] : []);
    return commentedAt;
  };
  await t.ask('createVote', { token, body: { ...ITEM, vote: 'up' } });
  expect(await read()).toBeUndefined();

  await t.ask('createComment', { token, body: { ...ITEM, comment: 'Good' } });
  const sentAt = Date.parse((await read()) ?? '');
  expect(Math.abs(t.clock.now() - sentAt)).toBeLessThan(60_000);
  t.clock.advance(120_000);
  await t.ask('updateComment', { token, body: { ...ITEM, comment: 'Better' } });
  expect(Date.parse((await read()) ?? '') - sentAt).toBeGreaterThanOrEqual(120_000);
});
