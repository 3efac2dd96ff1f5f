import { type CallName, calls } from '@companion/contract/calls';
import type { Call } from '@companion/contract/defineCall';
import type { Credentials } from '@companion/contract/session';
import { ITEMS_PER_PAGE, type ItemFigures } from '@companion/contract/staff/itemFigures';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filterItems, pageOfItems } from '../../itemFeedback/countVotesAndComments.ts';
import { SECOND } from '../../platform/time.ts';

const NO_COMMENT = refusal(404, 'There is no such comment.');

let t: ServerTest;
let host: StaffBrowser;
let ada: Credentials;
let ben: Credentials;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());
beforeEach(async () => {
  for (const table of ['votes', 'comment_moderations', 'comments', 'feedback', 'audit_log'] as const) {
    await t.services.db.deleteFrom(table).execute();
  }
  await t.services.db.updateTable('content').set({ hidden: 0 }).execute();
  host = (await signedInMember(t, 'host')).browser;
  [ada, ben] = await Promise.all([t.register(), t.register()]);
  // Figures of a moment ago are old.
  t.clock.advance(SECOND);
});

const item = (contentId: string) => ({ campaignId: contentId === 'ada' ? 'speakers' : 'agenda', contentId });
async function vote(who: Credentials, contentId: string, vote: 'up' | 'down') {
  await t.ask('createVote', { token: who.access_token, body: { ...item(contentId), vote } });
}
async function comment(who: Credentials, comment: string, contentId = 'opening') {
  // The newest comes first.
  t.clock.advance(1);
  await t.ask('createComment', { token: who.access_token, body: { ...item(contentId), comment } });
}
async function figures(query: Record<string, string> = {}) {
  t.clock.advance(SECOND);
  return (await host.ask('getItemFigures', { query })).results;
}
async function commentsOn(contentId: string, query: Record<string, string> = {}) {
  return (await host.ask('getItemComments', { params: { contentId }, query })).results;
}
const textsOn = async (contentId: string, query: Record<string, string> = {}) =>
  (await commentsOn(contentId, query)).comments.map(({ text }) => text);
async function idOf(text: string, contentId = 'opening'): Promise<string> {
  const { comments } = await commentsOn(contentId);
  return comments.find((one) => one.text === text)?.id ?? `no comment ${text}`;
}
const moderate = (commentId: string, body: object, browser = host, contentId = 'opening') =>
  browser.send('moderateComment', { params: { contentId, commentId }, body });

test('getItemFigures: votes and comments of each session and speaker, found by title, kind and order (decision 052)', async () => {
  await vote(ada, 'opening', 'up');
  await vote(ben, 'opening', 'down');
  await vote(ben, 'closing', 'down');
  await comment(ada, 'Good', 'closing');
  await comment(ben, 'Also good', 'closing');
  await moderate(await idOf('Good', 'closing'), { isHidden: true }, host, 'closing');

  const none = {
    up: 0,
    down: 0,
    confirmedUp: 0,
    confirmedDown: 0,
    comments: 0,
    hidden: 0,
    isRemoved: false,
    room: null,
    saves: 0,
    confirmedSaves: 0,
    capacity: null,
  };
  const opening = { ...none, id: 'opening', kind: 'session', title: 'Opening', up: 1, down: 1 };
  const closing = { ...none, id: 'closing', kind: 'session', title: 'Closing', down: 1, comments: 2, hidden: 1 };
  const speaker = { ...none, id: 'ada', kind: 'speaker', title: 'Ada Speaker', startsAt: null };
  expect(await figures()).toEqual({
    items: [
      { ...opening, startsAt: '2031-06-10T13:00:00.000Z' },
      { ...closing, startsAt: '2031-06-11T20:00:00.000Z' },
      speaker,
    ],
    total: 3,
  });
  const ids = async (query: Record<string, string>) => (await figures(query)).items.map(({ id }) => id);
  expect(await ids({ kind: 'speaker' })).toEqual(['ada']);
  expect(await ids({ search: ' CLOS' })).toEqual(['closing']);
  expect(await ids({ search: 'speaker  ada' })).toEqual(['ada']);
  expect(await ids({ search: 'ada closing' })).toEqual([]);
  expect(await ids({ page: '2' })).toEqual([]);
  expect(await ids({ order: 'title' })).toEqual(['ada', 'closing', 'opening']);
  expect(await ids({ order: 'comments' })).toEqual(['closing', 'opening', 'ada']);

  // What attendees have said about a session that was removed stays with the staff.
  await t.services.db.updateTable('content').set({ hidden: 1 }).execute();
  expect((await figures()).items.map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
    ['opening', true],
    ['closing', true],
  ]);
});

test('getItemFigures: best and worst are by share, with the most votes first, and without votes last (decision 052)', () => {
  const one = (id: string, up: number, down: number): ItemFigures => ({
    ...{ id, kind: 'session', title: id, startsAt: null, room: null, isRemoved: false },
    ...{ up, down, confirmedUp: 0, confirmedDown: 0, comments: 0, hidden: 0 },
    ...{ saves: 0, confirmedSaves: 0, capacity: null },
  });
  const all = [one('none', 0, 0), one('half', 1, 1), one('all', 1, 0), one('all of many', 9, 0), one('no one', 0, 2)];
  const ids = (order: 'best' | 'worst' | 'votes') => filterItems(all, { order }).map(({ id }) => id);

  expect(ids('best')).toEqual(['all of many', 'all', 'half', 'no one', 'none']);
  expect(ids('worst')).toEqual(['no one', 'half', 'all of many', 'all', 'none']);
  expect(ids('votes')).toEqual(['all of many', 'half', 'no one', 'all', 'none']);
  const many = Array.from({ length: ITEMS_PER_PAGE + 1 }, (_, index) => one(String(index), 0, 0));
  expect(pageOfItems(many, 2).map(({ id }) => id)).toEqual([String(ITEMS_PER_PAGE)]);
});

test('getItemComments: newest first, by text and whether hidden, and nothing links two comments of one person (decision 052)', async () => {
  await comment(ada, 'First <b>50 %</b>');
  await comment(ben, 'Second');
  await comment(ada, 'Elsewhere', 'closing');

  expect(await textsOn('opening')).toEqual(['Second', 'First <b>50 %</b>']);
  expect(await textsOn('opening', { search: '0 % ' })).toEqual(['First <b>50 %</b>']);
  expect(await textsOn('opening', { page: '2' })).toEqual([]);
  const answer = await (await host.request('getItemComments', { params: { contentId: 'opening' } })).text();
  for (const { id, lastName, email } of [ada.profile, ben.profile]) {
    for (const known of [id, lastName, email]) expect(answer).not.toContain(known);
  }
  const own = [await idOf('First <b>50 %</b>'), await idOf('Elsewhere', 'closing')];
  expect(new Set(own).size).toBe(2);
  // An id of one item says nothing about another, where the same person has commented too.
  expect(await moderate(own[0] ?? '', { isHidden: true }, host, 'closing')).toEqual(NO_COMMENT);
  expect(await moderate(`${own[0]}x`, { isHidden: true })).toEqual(NO_COMMENT);
  expect(await moderate('invented', { isHidden: true })).toEqual(NO_COMMENT);
  expect(await host.send('getItemComments', { params: { contentId: 'acme' } })).toEqual(
    refusal(404, 'There is no such item.'),
  );
});

test('getComments: those on all items, by text, item and whether hidden, without names, dismissed ones and other events (decision 052)', async () => {
  await comment(ada, 'First');
  await comment(ada, 'About a speaker', 'ada');
  await comment(ben, 'Second', 'closing');
  await comment(ben, 'Of a flood');
  await t.services.db
    .updateTable('comments')
    .set({ standing: 'dismissed' })
    .where('comment', '=', 'Of a flood')
    .execute();
  const all = async (query: Record<string, string> = {}) => {
    t.clock.advance(SECOND);
    return (await host.ask('getComments', { query })).results;
  };
  const texts = async (query: Record<string, string> = {}) => (await all(query)).comments.map(({ text }) => text);

  const { comments, total, items } = await all();
  expect(comments.map(({ text, title }) => [text, title])).toEqual([
    ['Second', 'Closing'],
    ['About a speaker', 'Ada Speaker'],
    ['First', 'Opening'],
  ]);
  expect(total).toBe(3);
  expect(items.map(({ id, comments: count }) => [id, count])).toEqual([
    ['opening', 1],
    ['closing', 1],
    ['ada', 1],
  ]);
  expect(await texts({ search: 'FIR' })).toEqual(['First']);
  expect(await texts({ contentId: 'ada' })).toEqual(['About a speaker']);
  expect(await texts({ page: '2' })).toEqual([]);
  const [second] = comments;
  expect((await moderate(second?.id ?? '', { isHidden: true }, host, second?.contentId)).status).toBe(200);
  expect(await all({ hidden: 'yes' })).toMatchObject({ comments: [{ text: 'Second', isHidden: true }], total: 1 });
  expect(await all({ hidden: 'no' })).toMatchObject({ total: 2 });
  expect(await texts({ hidden: 'no', search: 'sec' })).toEqual([]);
  const answer = await (await host.request('getComments')).text();
  for (const { id, lastName, email } of [ada.profile, ben.profile]) {
    for (const known of [id, lastName, email]) expect(answer).not.toContain(known);
  }

  const other = { hidden: 1, event_id: 'an earlier one' } as const;
  await t.services.db.updateTable('content').set(other).where('id', '=', 'opening').execute();
  expect(await all()).toMatchObject({ total: 2 });
  expect(await texts()).toEqual(['Second', 'About a speaker']);
});

test('moderateComment: hides and shows a comment, keeps its text, and the audit log has each change (decision 052)', async () => {
  const { member, browser } = await signedInMember(t, 'host');
  await comment(ada, 'Rude');
  await comment(ben, 'Polite');
  const id = await idOf('Rude');

  expect(await moderate(id, { isHidden: true, note: ' Names a person ' }, browser)).toMatchObject({
    status: 200,
    body: { results: { id, text: 'Rude', isHidden: true, isChanged: false, note: 'Names a person' } },
  });
  expect(await textsOn('opening', { hidden: 'no' })).toEqual(['Polite']);
  expect(await textsOn('opening', { hidden: 'yes' })).toEqual(['Rude']);
  expect((await commentsOn('opening')).item).toMatchObject({ comments: 2, hidden: 1 });

  // A change by its author does not bring it back.
  await comment(ada, 'Ruder');
  expect((await commentsOn('opening', { hidden: 'yes' })).comments).toMatchObject([
    { id, text: 'Ruder', isHidden: true, isChanged: true, note: 'Names a person' },
  ]);
  await moderate(id, { isHidden: false }, browser);
  expect((await commentsOn('opening', { hidden: 'no' })).comments).toMatchObject([
    { id, isHidden: false, isChanged: false, note: 'Names a person' },
    { text: 'Polite' },
  ]);
  expect((await commentsOn('opening')).item.hidden).toBe(0);
  expect((await moderate(id, {})).status).toBe(400);
  const row = { action: 'moderateComment', entity: 'item', entity_id: 'opening', staff_id: member.id };
  const log = t.services.db.selectFrom('audit_log').select(['action', 'entity', 'entity_id', 'staff_id', 'fields']);
  expect(await log.orderBy('at').execute()).toEqual([
    { ...row, fields: '["isHidden","note"]' },
    { ...row, fields: '["isHidden"]' },
  ]);
});

test('moderateComment: of changes by several hosts at once none is lost, and each is audited (decision 052)', async () => {
  await comment(ada, 'Rude');
  const id = await idOf('Rude');
  const hosts = await Promise.all(Array.from({ length: 4 }, () => signedInMember(t, 'host')));
  const bodies = [{ isHidden: true }, { note: 'Names a person' }, { isHidden: true }, { isHidden: true }];

  const sent = await Promise.all(
    hosts.flatMap(({ browser }, index) => Array.from({ length: 5 }, () => moderate(id, bodies[index] ?? {}, browser))),
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
  expect((await commentsOn('opening')).comments).toMatchObject([{ isHidden: true, note: 'Names a person' }]);
  expect(await t.services.db.selectFrom('audit_log').select('id').execute()).toHaveLength(20);
  expect(await t.services.db.selectFrom('comment_moderations').select('note').execute()).toHaveLength(1);
});

test('moderateComment: no call of an attendee shows what others say, or changes with it; the author sees the own comment as before (decision 052)', async () => {
  const read = async ({ access_token: token, profile }: Credentials) => {
    const found: Record<string, unknown> = {};
    for (const [name, { method, path }] of Object.entries<Call>(calls)) {
      if (method !== 'GET') continue;
      const ids = { id: profile.id, questionId: 'poll-a', audienceQuestionId: 'none', contentId: 'opening' };
      const campaignId = path.includes('{contentId}') ? 'agenda' : 'polls';
      // Its name is one of the contract's.
      const response = await t.request(name as CallName, { token, params: { ...ids, campaignId } });
      found[name] = [response.status, response.headers.get('etag'), await response.text()];
    }
    return found;
  };
  const before = await read(ben);
  const changes = t.services.db.selectFrom('changes').select('seq');
  const changed = (await changes.execute()).length;

  await vote(ada, 'opening', 'down');
  await comment(ada, 'Rude');
  expect(await read(ben)).toEqual(before);
  const own = await read(ada);
  expect(JSON.stringify(own)).toContain('Rude');
  await moderate(await idOf('Rude'), { isHidden: true, note: 'Names a person' });
  expect(await read(ben)).toEqual(before);
  expect(await read(ada)).toEqual(own);
  // So no phone is woken.
  expect(await changes.execute()).toHaveLength(changed);
});

test('exportItemFigures, exportItemComments: CSV of what is shown, with formulas defused and no names (decision 052)', async () => {
  await vote(ada, 'opening', 'up');
  await comment(ada, '=cmd|calc');
  await comment(ben, 'Good');
  await moderate(await idOf('=cmd|calc'), { isHidden: true, note: '+1+cmd' });
  t.clock.advance(SECOND);
  const csv = async (...asked: Parameters<StaffBrowser['request']>) => {
    const response = await host.request(...asked);
    const rows: string[][] = parse(await response.text(), { bom: true });
    return { name: response.headers.get('content-disposition'), rows };
  };

  expect(await csv('exportItemFigures', { query: { search: 'open' } })).toEqual({
    name: "attachment; filename*=UTF-8''session%20feedback.csv",
    rows: [
      [
        'Title',
        'Kind',
        'Starts at (UTC)',
        'Room',
        'Votes up',
        'Votes down',
        'Share up',
        'Confirmed up',
        'Confirmed down',
        'Comments',
        'Hidden',
        'Saved',
        'Confirmed saved',
        'Room holds',
        'Removed',
      ],
      ['Opening', 'session', '2031-06-10T13:00:00.000Z', '', '1', '0', '100%', '0', '0', '2', '1', '0', '0', '', 'no'],
    ],
  });
  const params = { contentId: 'opening' };
  const header = ['Opening', 'Sent at (UTC)', 'Hidden', 'Note of the staff'];
  expect(await csv('exportItemComments', { params })).toEqual({
    name: "attachment; filename*=UTF-8''comments%20opening.csv",
    rows: [
      header,
      ['Good', expect.stringMatching(/Z$/), 'no', ''],
      ["'=cmd|calc", expect.stringMatching(/Z$/), 'yes', "'+1+cmd"],
    ],
  });
  expect((await csv('exportItemComments', { params, query: { hidden: 'no' } })).rows).toHaveLength(2);
  const exports = await t.services.db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id'])
    .where('action', 'like', 'export%')
    .orderBy('action')
    .execute();
  expect(exports).toEqual([
    { action: 'exportItemComments', entity: 'item', entity_id: 'opening' },
    { action: 'exportItemComments', entity: 'item', entity_id: 'opening' },
    { action: 'exportItemFigures', entity: 'item', entity_id: 'session feedback' },
  ]);
});

test('getFeedbackMessages: the messages of the form, newest first, searched, paged and as CSV, without names (decision 052)', async () => {
  for (const [who, message] of [
    [ada, 'Thanks'],
    [ben, '@Everyone: more coffee'],
  ] as const) {
    t.clock.advance(1);
    await t.ask('sendFeedback', { token: who.access_token, body: { message } });
  }
  const { browser } = await signedInMember(t, 'editor');
  const read = async (query: Record<string, string>) => {
    const { messages, total } = (await browser.ask('getFeedbackMessages', { query })).results;
    return [messages.map(({ text }) => text), total];
  };

  expect(await read({})).toEqual([['@Everyone: more coffee', 'Thanks'], 2]);
  expect(await read({ search: 'THANK' })).toEqual([['Thanks'], 1]);
  expect(await read({ page: '2' })).toEqual([[], 2]);
  const csv = await (await browser.request('exportFeedbackMessages', { query: { search: 'coffee' } })).text();
  expect(parse(csv, { bom: true })).toEqual([
    ['Message', 'Sent at (UTC)'],
    ["'@Everyone: more coffee", expect.stringMatching(/Z$/)],
  ]);
  for (const known of [ben.profile.id, ben.profile.email]) expect(csv).not.toContain(known);
  const audited = await t.services.db.selectFrom('audit_log').select(['action', 'entity', 'entity_id']).execute();
  expect(audited).toEqual([{ action: 'exportFeedbackMessages', entity: 'feedback', entity_id: 'messages' }]);
});
