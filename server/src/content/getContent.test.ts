import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const UNKNOWN = refusal(404, 'There is no such item.');
const OPENING = {
  id: 'opening',
  campaignId: 'agenda',
  type: 'Agenda',
  category: 'Day 1',
  title: 'Opening',
  subtitle: null,
  startDate: TEST_EVENT.startsAt,
  endDate: '2031-06-10T14:00:00.000Z',
  sponsor: 'Acme',
  slug: null,
  body: '<p>Welcome</p>',
  vote: null,
  comment: null,
  room: null,
  speakerIds: ['ada'],
  tier: null,
  url: null,
  picture: null,
};

test('getContent: the agenda by start, then untimed items, each with exactly the fields of §3 and ours', async () => {
  const { access_token: token } = await t.register();

  const reply = await t.send('getContent', { token });

  const { results } = reply.body as { results: { campaignId: string; id: string }[] };
  expect(reply.status).toBe(200);
  const [first, second, ...untimed] = results.map(({ campaignId, id }) => `${campaignId}/${id}`);
  expect([first, second]).toEqual(['agenda/opening', 'agenda/closing']);
  expect(untimed.sort()).toEqual(['speakers/ada', 'sponsors/acme']);
  expect(results[0]).toEqual(OPENING);
  expect(results.find(({ id }) => id === 'acme')).toMatchObject({
    category: 'Sponsor',
    tier: 'Gold',
    url: 'https://example.com/',
    slug: 'acme.svg',
  });
});

test('getContentItem: one item in results; an unknown one or one of another campaign is 404 (§7)', async () => {
  const { access_token: token } = await t.register();
  const get = (campaignId: string, contentId: string) =>
    t.send('getContentItem', { token, params: { campaignId, contentId } });

  expect(await get('agenda', 'opening')).toEqual({ status: 200, body: { results: OPENING } });
  expect(await get('speakers', 'opening')).toEqual(UNKNOWN);
  expect(await get('agenda', 'unknown')).toEqual(UNKNOWN);
});

test("getContent: has this account's own votes and comments only (decision 032)", async () => {
  const [one, other] = [await t.register(), await t.register()];
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('createVote', { token: one.access_token, body: { ...item, vote: 'up' } });
  await t.ask('createComment', { token: one.access_token, body: { ...item, comment: 'Good' } });

  const feedback = async (token: string) =>
    Object.fromEntries(
      (await t.ask('getContent', { token })).results.map((item) => [item.id, [item.vote, item.comment]]),
    );

  const none = { closing: [null, null], ada: [null, null], acme: [null, null] };
  expect(await feedback(one.access_token)).toEqual({ opening: ['up', 'Good'], ...none });
  expect(await feedback(other.access_token)).toEqual({ opening: [null, null], ...none });
});

test('getContent: has an ETag; an unchanged list is a 304 (decision 032)', async () => {
  const { access_token: token } = await t.register();
  const first = await t.request('getContent', { token });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };

  const unchanged = await t.request('getContent', { token, headers });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);

  await t.ask('createVote', { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
  expect((await t.request('getContent', { token, headers })).status).toBe(200);
  expect((await t.request('getContent', { headers })).status).toBe(401);
});

test('getContent, getContentItem: need a session (§6)', async () => {
  expect(await t.send('getContent')).toEqual(refusal(401, SIGN_IN));
  const params = { campaignId: 'agenda', contentId: 'opening' };
  expect(await t.send('getContentItem', { params })).toEqual(refusal(401, SIGN_IN));
});

test('getRemovedContent: what was removed, as far as this account has sent something about it, without the rest of it (decision 073)', async () => {
  const removedFor = async (token: string) => (await t.ask('getRemovedContent', { token })).results;
  const [one, two, other] = [await t.register(), await t.register(), await t.register()];
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('saveOwnNote', { token: one.access_token, body: { ...item, note: 'Ask who pays', before: [] } });
  await t.ask('createAudienceQuestion', { token: two.access_token, body: { contentId: 'opening', text: 'Who pays?' } });
  await t.ask('saveSession', { token: other.access_token, body: { ...item, saved: true } });
  await t.ask('saveSession', { token: other.access_token, body: { ...item, saved: false } });
  expect(await removedFor(one.access_token)).toEqual([]);

  await t.services.db.updateTable('content').set({ hidden: 1 }).where('id', '=', 'opening').execute();
  try {
    const removed = { ...OPENING, sponsor: null, body: '', speakerIds: [], removed: true };
    expect(await removedFor(one.access_token)).toEqual([{ ...removed, ownNote: 'Ask who pays' }]);
    expect(await removedFor(two.access_token)).toEqual([removed]);
    expect(await removedFor(other.access_token)).toEqual([]);
    expect((await t.send('getRemovedContent')).status).toBe(401);
    const item = { campaignId: 'agenda', contentId: 'opening' };
    expect((await t.ask('getContentItem', { token: two.access_token, params: item })).results).toEqual(removed);
    expect(await t.send('getContentItem', { token: other.access_token, params: item })).toEqual(UNKNOWN);
    // Of an event before it.
    await t.services.db
      .updateTable('content')
      .set({ event_id: 'an earlier one' })
      .where('id', '=', 'opening')
      .execute();
    expect(await removedFor(one.access_token)).toEqual([]);
  } finally {
    const { id: event_id } = await t.services.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
    await t.services.db.updateTable('content').set({ hidden: 0, event_id }).where('id', '=', 'opening').execute();
  }
});
