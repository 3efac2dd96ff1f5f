import type { Credentials } from '@companion/contract/session';
import { SUMMARY_PATH } from '@companion/contract/staff/summaryLinks';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken, makeToken } from '../../platform/deriveKeys.ts';
import { count } from '../../platform/limit.ts';
import { DAY, MINUTE, SECOND } from '../../platform/time.ts';
import { sweep } from '../../sweep.ts';

const GONE = refusal(404, 'This link was revoked, or expired long ago. Please ask the organizer for a new one.');
const EXPIRED = refusal(404, 'This link has expired. Please ask the organizer for a new one.');
const params = { contentId: 'opening' };

let t: ServerTest;
let editor: StaffBrowser;
let people: Credentials[];
beforeAll(async () => {
  t = await startServerTest();
  people = await Promise.all([t.registerProved(), t.registerProved()]);
});
afterAll(() => t.stop());
beforeEach(async () => {
  for (const table of ['summary_links', 'audit_log', 'rate_limits'] as const) {
    await t.services.db.deleteFrom(table).execute();
  }
  editor = (await signedInMember(t, 'editor')).browser;
});

async function make(name = 'Grace', days = 7, browser = editor) {
  const { results } = await browser.ask('createSummaryLink', { params, body: { name, days } });
  return { ...results, token: new URL(results.link).hash.replace('#token=', '') };
}
/** As the page of a speaker, who has no session. */
const read = (token: string, page = 1) => staffBrowser(t).send('getSummary', { body: { token, page } });
const links = async () => (await editor.ask('getSummaryLinks', { params })).results;

test('getSummary: title, votes and the comments that are not hidden, and no one by name (decision 052)', async () => {
  const item = { campaignId: 'agenda', ...params };
  for (const [index, { access_token: token }] of people.entries()) {
    t.clock.advance(1);
    await t.ask('createVote', { token, body: { ...item, vote: index === 0 ? 'up' : 'down' } });
    await t.ask('createComment', { token, body: { ...item, comment: `Comment ${index}` } });
  }
  const host = (await signedInMember(t, 'host')).browser;
  const { comments } = (await host.ask('getItemComments', { params })).results;
  const commentId = comments.find(({ text }) => text === 'Comment 1')?.id ?? '';
  const { token } = await make();
  const summary = {
    eventName: 'Test Summit',
    item: { kind: 'session', title: 'Opening', startsAt: '2031-06-10T13:00:00.000Z', room: null, up: 1, down: 1 },
    expiresAt: expect.stringMatching(/Z$/),
  };

  const whole = await read(token);
  expect(whole).toMatchObject({
    status: 200,
    body: { results: { ...summary, comments: ['Comment 1', 'Comment 0'], total: 2 } },
  });
  await host.ask('moderateComment', { params: { ...params, commentId }, body: { isHidden: true, note: 'A reason' } });
  const { body } = await read(token);
  expect(body).toMatchObject({ results: { comments: ['Comment 0'], total: 1 } });
  const text = JSON.stringify([whole.body, body]);
  for (const { profile } of people) for (const known of [profile.id, profile.email]) expect(text).not.toContain(known);
  expect(JSON.stringify(body)).not.toMatch(/Comment 1|A reason|hidden/);
  expect(await read(token, 2)).toMatchObject({ body: { results: { comments: [], total: 1 } } });
});

test('createSummaryLink: the token is shown once and stored as a hash; each use is counted, and the audit log has each change (decision 052)', async () => {
  const { member, browser } = await signedInMember(t, 'owner');
  const made = await make('  Grace  ', 30, browser);
  expect(made).toMatchObject({ name: 'Grace', uses: 0, lastUsedAt: null });
  expect(made.link).toBe(`${t.url}${SUMMARY_PATH}#token=${made.token}`);
  const rows = await t.services.db.selectFrom('summary_links').selectAll().execute();
  expect(rows).toMatchObject([
    { token_hash: hashToken(made.token), expires_at: Date.parse(made.createdAt) + 30 * DAY },
  ]);
  expect(JSON.stringify([rows, await links()])).not.toContain(made.token);

  await Promise.all([read(made.token), read(made.token), read(made.token, 2)]);
  expect(await links()).toMatchObject([{ name: 'Grace', uses: 2, lastUsedAt: expect.stringMatching(/Z$/) }]);
  await browser.ask('revokeSummaryLink', { params: { linkId: made.id } });
  const link = { entity: 'summaryLink', entity_id: made.id, staff_id: member.id };
  const item = { entity: 'item', entity_id: 'opening', staff_id: member.id, fields: '[]' };
  const log = t.services.db.selectFrom('audit_log').select(['action', 'entity', 'entity_id', 'staff_id', 'fields']);
  const logged = await log.orderBy('at').orderBy('entity', 'desc').execute();
  expect(new Set(logged)).toEqual(
    new Set([
      { ...link, action: 'createSummaryLink', fields: '["name","days"]' },
      { ...item, action: 'createSummaryLink' },
      { ...link, action: 'revokeSummaryLink', fields: '[]' },
      { ...item, action: 'revokeSummaryLink' },
    ]),
  );
  expect(logged).toHaveLength(4);
});

test('createSummaryLink: only for sessions and speakers, for 7, 30 or 90 days, and 50 for each (decision 052)', async () => {
  const send = (contentId: string, days: number) =>
    editor.send('createSummaryLink', { params: { contentId }, body: { name: 'Grace', days } });

  expect(await send('acme', 7)).toEqual(refusal(404, 'There is no such item.'));
  expect((await send('opening', 3650)).status).toBe(400);
  for (let made = 0; made < 50; made++) expect((await send('opening', 7)).status).toBe(201);
  expect(await send('opening', 7)).toMatchObject({ status: 409 });
  expect((await send('ada', 90)).status).toBe(201);
});

test('getSummary: a revoked, an expired and an invented link each say why they show nothing (decision 052)', async () => {
  const [revoked, kept, short] = [await make('A', 30), await make('B', 90), await make('C', 7)];
  await editor.ask('revokeSummaryLink', { params: { linkId: revoked.id } });
  expect(await read(revoked.token)).toEqual(GONE);
  expect(await editor.send('revokeSummaryLink', { params: { linkId: revoked.id } })).toEqual(
    refusal(404, 'This link was revoked already.'),
  );

  t.clock.advance(7 * DAY - SECOND * 30);
  expect((await read(short.token)).status).toBe(200);
  t.clock.advance(SECOND * 30);
  expect(await read(short.token)).toEqual(EXPIRED);
  expect((await read(kept.token)).status).toBe(200);
  const another = makeToken({ token: new Uint8Array(32) }, 'summary');
  const device = makeToken(t.services.keys, 'stage screen');
  for (const token of ['invented', `${kept.token}x`, another, device]) {
    expect(await read(token)).toEqual(refusal(404, 'This link is not complete. Please open it again.'));
  }
  expect(await read(makeToken(t.services.keys, 'summary'))).toEqual(GONE);
});

test('getSummaryLinks: an expired link is listed for 30 days, and then removed with no other (decision 052)', async () => {
  const [short, long] = [await make('Short', 7), await make('Long', 90)];
  const listed = async () => {
    await sweep(t.services);
    return t.services.db.selectFrom('summary_links').select('id').orderBy('expires_at').execute();
  };
  t.clock.advance(37 * DAY - MINUTE * 30);
  expect(await listed()).toEqual([{ id: short.id }, { id: long.id }]);
  editor = (await signedInMember(t, 'editor')).browser;
  expect(await links()).toContainEqual(expect.objectContaining({ name: 'Short', expiresAt: short.expiresAt }));
  expect(await read(short.token)).toEqual(EXPIRED);

  t.clock.advance(MINUTE * 60);
  expect(await listed()).toEqual([{ id: long.id }]);
  expect(await read(short.token)).toEqual(GONE);
  expect((await read(long.token)).status).toBe(200);
});

test('getSummary: a link that is opened too often waits, and no other does (decision 052)', async () => {
  const [busy, calm] = [await make('Busy'), await make('Calm')];
  const limit = { key: `summary link ${busy.id}`, max: 300, window: 5 * MINUTE };
  await count(t.services.db, t.clock.now(), limit, 299);

  expect((await read(busy.token)).status).toBe(200);
  expect((await read(busy.token)).status).toBe(429);
  expect((await read(calm.token)).status).toBe(200);
  t.clock.advance(7 * MINUTE);
  expect((await read(busy.token)).status).toBe(200);
});
