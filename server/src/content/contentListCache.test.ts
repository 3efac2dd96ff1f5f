import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const list = async (token: string) => (await t.ask('getContent', { token })).results;
const etagOf = async (token: string, headers?: Record<string, string>) => {
  const response = await t.request('getContent', { token, ...(headers ? { headers } : {}) });
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
};

test('getContent: each item of the list equals that of getContentItem, with votes and comments in any script', async () => {
  const { access_token: token } = await t.register();
  const before = await list(token);
  const [first, second, third] = before;
  const comments = { [first?.id ?? '']: 'Größe 😀 "quoted" \\ \u2028 </script>', [third?.id ?? '']: 'plain' };
  for (const { id, campaignId } of before) {
    const comment = comments[id];
    if (comment) await t.ask('createComment', { token, body: { campaignId, contentId: id, comment } });
    if (id === first?.id || id === second?.id) {
      await t.ask('createVote', { token, body: { campaignId, contentId: id, vote: 'down' } });
    }
  }

  const after = await list(token);

  expect(after).toEqual(
    before.map((item) => ({
      ...item,
      vote: item.id === first?.id || item.id === second?.id ? 'down' : null,
      comment: comments[item.id] ?? null,
      ...(comments[item.id] ? { commentedAt: expect.any(String) } : {}),
    })),
  );
  for (const item of after) {
    const params = { campaignId: item.campaignId, contentId: item.id };
    expect((await t.ask('getContentItem', { token, params })).results).toEqual(item);
  }
});

test('getContent: an unchanged list is a 304; a vote changes it for its account alone (decision 032)', async () => {
  const [mine, other] = [await t.register(), await t.register()].map(({ access_token }) => access_token);
  if (!mine || !other) throw new Error('two were registered');
  const [before, theirs] = [await etagOf(mine), await etagOf(other)];
  expect(await etagOf(mine, { 'if-none-match': before.etag ?? '' })).toEqual({
    status: 304,
    etag: before.etag,
    text: '',
  });

  // The same for every encoding.
  const tag = before.etag?.replace('W/', '') ?? '';
  for (const known of [tag, `W/${tag}`, `"older", W/${tag}`, '*']) {
    expect(await etagOf(mine, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' });
  }
  for (const unknown of ['"older"', tag.slice(1, -1), '"*"']) {
    expect(await etagOf(mine, { 'if-none-match': unknown })).toMatchObject({ status: 200 });
  }

  const [item] = await list(mine);
  const body = { campaignId: item?.campaignId, contentId: item?.id, vote: 'up' };
  await t.ask('createVote', { token: mine, body });

  const after = await etagOf(mine, { 'if-none-match': before.etag ?? '' });
  expect(after).toMatchObject({ status: 200, text: expect.stringContaining('"vote":"up"') });
  expect(after.etag).not.toBe(before.etag);
  expect(await etagOf(other, { 'if-none-match': theirs.etag ?? '' })).toMatchObject({ status: 304 });
});

test('getContent: a change by another process shows within a second', async () => {
  const { access_token: token } = await t.register();
  const [item] = await list(token);
  await t.services.db
    .updateTable('content')
    .set({ title: 'Moved' })
    .where('id', '=', item?.id ?? '')
    .execute();
  t.clock.advance(1_000);

  expect((await list(token)).find(({ id }) => id === item?.id)?.title).toBe('Moved');
});

test('createVote: of concurrent votes only that of a deleted account is rejected', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => t.register()));
  const [item] = await list(people[0]?.access_token ?? '');
  const gone = people[3]?.profile.id ?? '';
  await t.services.db.deleteFrom('accounts').where('id', '=', gone).execute();
  const replies = await Promise.all(
    people.map(({ access_token: token }) =>
      t.send('createVote', { token, body: { campaignId: item?.campaignId, contentId: item?.id, vote: 'up' } }),
    ),
  );

  expect(replies.map(({ status }) => status).filter((status) => status !== 201)).toHaveLength(1);
  expect(replies[3]).toEqual(refusal(401, 'Please sign in.'));
  const stored = await t.services.db
    .selectFrom('votes')
    .select('account_id')
    .where('content_id', '=', item?.id ?? '')
    .execute();
  const acknowledged = people.filter((_, index) => index !== 3).map(({ profile }) => profile.id);
  expect(stored.map(({ account_id }) => account_id)).toEqual(expect.arrayContaining(acknowledged));
  expect(stored.map(({ account_id }) => account_id)).not.toContain(gone);
});
