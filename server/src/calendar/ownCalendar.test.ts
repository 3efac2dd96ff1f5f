import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { readCalendar } from '@companion/testkit/readCalendar';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';

let t: AttendeeTest;
let token: string;
let accountId: string;
beforeEach(async () => {
  t = await startAttendeeTest();
  const mine = await t.register();
  [token, accountId] = [mine.access_token, mine.profile.id];
});
afterEach(() => t.stop());

const save = (contentId: string, saved = true, by = token) =>
  t.ask('saveSession', { token: by, body: { campaignId: 'agenda', contentId, saved } });
const make = async (by = token) => (await t.ask('createOwnCalendar', { token: by })).results.feed ?? '';
const eventsAt = async (feed: string) => readCalendar(await (await fetch(feed)).text()).events;

test('own calendar: it has the saved sessions alone, each with the UID and SEQUENCE that the agenda gives it (decision 069)', async () => {
  expect((await t.ask('getOwnCalendar', { token })).results).toEqual({ feed: null });
  const feed = await make();
  expect(feed).toMatch(new RegExp(`^${t.url}/event/calendar/[\\w-]{67}/mine\\.ics$`));
  expect((await t.ask('getOwnCalendar', { token })).results).toEqual({ feed });
  expect(await eventsAt(feed)).toEqual([]);

  await save('closing');
  const agenda = await eventsAt((await t.ask('getCalendar', { token })).results.feed);
  expect(await eventsAt(feed)).toEqual(agenda.filter(({ uid }) => uid.startsWith('closing.')));
  expect(await (await fetch(feed)).text()).toContain('X-WR-CALNAME:Mine: ');

  await save('closing', false);
  expect(await eventsAt(feed)).toEqual([]);
});

test('own calendar: a session that is removed from the agenda is cancelled in it', async () => {
  const feed = await make();
  await save('closing');
  await t.services.db.updateTable('content').set({ hidden: 1, revision: 7 }).where('id', '=', 'closing').execute();
  expect(await (await fetch(feed)).text()).toMatch(/SEQUENCE:7[\s\S]*STATUS:CANCELLED/);
});

test.each([
  { zone: 'America/New_York', change: '2026-11-01T06:00:00Z' },
  { zone: 'Europe/Berlin', change: '2027-03-28T01:00:00Z' },
  { zone: 'Australia/Lord_Howe', change: '2027-04-03T15:00:00Z' },
])('own calendar: in $zone its times are right across a change of the clocks', async ({ zone, change }) => {
  const starts_at = Date.parse(change) - 30 * MINUTE;
  const next = { starts_at: starts_at + DAY, ends_at: starts_at + DAY + HOUR };
  const { db } = t.services;
  await db.updateTable('events').set({ time_zone: zone }).execute();
  await db
    .updateTable('content')
    .set({ starts_at, ends_at: starts_at + HOUR })
    .where('id', '=', 'opening')
    .execute();
  await db
    .updateTable('content')
    .set({ ...next, revision: 2 })
    .where('id', '=', 'closing')
    .execute();
  await save('opening');
  await save('closing');
  expect((await eventsAt(await make())).map(({ start, end }) => [Date.parse(start), Date.parse(end)])).toEqual([
    [starts_at, starts_at + HOUR],
    [next.starts_at, next.ends_at],
  ]);
});

test('own calendar: no browser keeps it, and it sends no referrer; HEAD and unchanged answers have no body', async () => {
  const feed = await make();
  await save('opening');
  const first = await fetch(feed);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await fetch(feed, { headers })).status).toBe(304);
  const head = await fetch(feed, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  await save('closing');
  expect((await fetch(feed, { headers })).status).toBe(200);
});

test('own calendar: a replaced or ended address is 404 at once, and so is one that was guessed', async () => {
  const first = await make();
  const second = await make();
  expect((await fetch(first)).status).toBe(404);
  expect((await fetch(second)).status).toBe(200);
  const { nonce } = await t.services.db.selectFrom('own_calendars').select('nonce').executeTakeFirstOrThrow();
  for (const guess of [
    nonce,
    '',
    `${nonce}${'a'.repeat(43)}`,
    'a'.repeat(67),
    '%00',
    second.split('/').at(-2)?.slice(0, -1),
  ])
    expect((await fetch(`${t.url}/event/calendar/${guess}/mine.ics`)).status).toBe(404);
  // The secret is not that of the agenda, nor the other way round.
  const shared = (await t.ask('getCalendar', { token })).results.feed;
  expect((await fetch(shared.replace('agenda.ics', 'mine.ics'))).status).toBe(404);
  expect((await fetch(second.replace('mine.ics', 'agenda.ics'))).status).toBe(404);

  await t.ask('endOwnCalendar', { token });
  expect((await fetch(second)).status).toBe(404);
  expect((await t.ask('getOwnCalendar', { token })).results).toEqual({ feed: null });
  expect(await t.send('createOwnCalendar')).toMatchObject({ status: 401 });
});

test('own calendar: what the database has of it opens nothing', async () => {
  const feed = await make();
  const row = await t.services.db.selectFrom('own_calendars').selectAll().executeTakeFirstOrThrow();
  const secret = feed.split('/').at(-2) ?? '';
  expect(Object.values(row)).not.toContain(secret);
  expect(secret.replace(row.nonce, '')).toHaveLength(43);
});

test('own calendar: another person learns nothing of it, and ends only their own', async () => {
  const feed = await make();
  const other = (await t.register()).access_token;
  expect((await t.ask('getOwnCalendar', { token: other })).results).toEqual({ feed: null });
  const theirs = await make(other);
  await save('closing', true, other);
  await t.ask('endOwnCalendar', { token: other });
  expect((await fetch(theirs)).status).toBe(404);
  expect(await eventsAt(feed)).toEqual([]);
});

test('own calendar: it ends when all sessions of its account end; a session that has ended makes none', async () => {
  const feed = await make();
  const { browser } = await signedInMember(t, 'owner');
  await browser.ask('endPersonSessions', { params: { personId: accountId } });
  expect((await fetch(feed)).status).toBe(404);
  expect(await t.send('createOwnCalendar', { token })).toEqual(refusal(401, 'Please sign in.'));
  expect(await t.services.db.selectFrom('own_calendars').selectAll().execute()).toEqual([]);
});

test('own calendar: who registered with the phone of another cannot read what its owner saves', async () => {
  const stranger = await t.register();
  const feed = await make(stranger.access_token);
  const { code } = await t.requestSignIn(stranger.profile.phone);
  await t.ask('smsLogin', { body: { phone: stranger.profile.phone, code } });
  expect((await fetch(feed)).status).toBe(404);
});

test('own calendar: one that is read all the time is limited, and others are not', async () => {
  const [feed, other] = [await make(), await make((await t.register()).access_token)];
  const statuses = [];
  for (let read = 0; read < 31; read += 1) statuses.push((await fetch(feed)).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect((await fetch(other)).status).toBe(200);
  t.clock.advance(400 * SECOND);
  expect((await fetch(feed)).status).toBe(200);
});

test('own calendar: an account makes twenty a day', async () => {
  for (let made = 0; made < 20; made += 1) await make();
  expect((await t.send('createOwnCalendar', { token })).status).toBe(429);
});
