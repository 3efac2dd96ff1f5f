import { rm } from 'node:fs/promises';
import { refusal, replyOf, SIGN_IN } from '@companion/testkit/apiClient';
import { readCalendar } from '@companion/testkit/readCalendar';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { writeTestPack } from '@companion/testkit/testPack';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPack } from '../event/loadPack.ts';
import { readPack } from '../event/readPack.ts';
import { HOUR } from '../platform/time.ts';

let t: ServerTest;
let token: string;
beforeEach(async () => {
  t = await startServerTest();
  token = (await t.register()).access_token;
});
afterEach(() => t.stop());

const addresses = async () => (await t.ask('getCalendar', { token })).results;
const feedText = async () => (await fetch((await addresses()).feed)).text();
const feedEvents = async () => readCalendar(await feedText()).events;
const itemAddress = async (contentId: string) => (await addresses()).item.replace('{contentId}', contentId);

const AGENDA = `- { id: opening, day: 1, start: 09:00, end: 10:00, category: Day 1, title: Opening, speakers: [ada], sponsor: acme, body: Welcome }
- { id: closing, day: 2, start: 16:00, end: 17:00, category: Day 2, title: Closing, body: Goodbye }
`;

/** Loads the test pack with these files changed, as an operator does while the server runs. */
async function load(changed: Record<string, string>, now = t.clock.now()): Promise<void> {
  const folder = await writeTestPack(changed);
  await loadPack(t.services.db, await readPack(folder, now));
  await rm(folder, { recursive: true });
}

test('getCalendar: every attendee gets the same address of the agenda; a guest gets none', async () => {
  const mine = await addresses();
  const other = await t.register();

  expect(mine.feed).toMatch(new RegExp(`^${t.url}/event/calendar/[\\w-]{43}/agenda\\.ics$`));
  expect(mine.item).toBe(mine.feed.replace(/\.ics$/, '/{contentId}.ics'));
  expect((await t.ask('getCalendar', { token: other.access_token })).results).toEqual(mine);
  expect(await t.send('getCalendar')).toEqual(refusal(401, SIGN_IN));
});

test('calendar: the feed has the same items, times, rooms and texts as the agenda, each with its page', async () => {
  await load({
    'agenda.yaml': `${AGENDA}- { id: late, day: 2, start: 23:00, end: 24:30, category: Day 2, title: "Late, \\"loud\\"; all\\\\in", room: Roof, subtitle: Songs, body: "**Sing** & dance" }\n`,
  });
  const { results } = await t.ask('getContent', { token });
  const shown = results.filter(({ type, category }) => type === 'Agenda' && category !== 'Sponsor');

  expect(shown.map(({ id }) => id)).toEqual(['opening', 'closing', 'late']);
  expect(
    (await feedEvents()).map(({ uid, title, start, end, room, category, url }) => ({
      uid,
      title,
      start,
      end,
      room,
      category,
      url,
    })),
  ).toEqual(
    shown.map(({ id, title, startDate, endDate, room, category }) => ({
      uid: `${id}.test-summit@127.0.0.1`,
      title,
      start: startDate,
      end: endDate,
      room,
      category,
      url: `${t.url}/agenda/agenda/${id}`,
    })),
  );
  expect((await feedEvents())[2]?.description).toBe(`Songs\n\nSing & dance\n\n${t.url}/agenda/agenda/late`);
});

test('calendar: an item has its own file, equal to its entry in the feed', async () => {
  const answer = await fetch(await itemAddress('closing'));

  expect(answer.headers.get('content-disposition')).toBe('inline; filename="closing.ics"');
  expect(readCalendar(await answer.text()).events).toEqual([(await feedEvents())[1]]);
});

test('calendar: a wrong key, or an item that is not on the agenda, is 404', async () => {
  const { feed, item } = await addresses();
  const key = /calendar\/([\w-]+)/.exec(feed)?.[1] ?? '';
  const strange = key.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
  const missing = [
    feed.replace(key, strange),
    feed.replace(key, 'x'),
    feed.replace(key, '%00'),
    feed.replace(`${key}/`, ''),
    item.replace(key, strange).replace('{contentId}', 'opening'),
    // An unknown item, a speaker, a sponsor, and ids that no database accepts.
    ...['nothing', 'ada', 'acme', '%00', '..%2fopening', 'OPENING', '%F0%9F%AA%B6'].map((id) =>
      item.replace('{contentId}', id),
    ),
  ];
  for (const address of missing) {
    expect(await replyOf(await fetch(address)), address).toEqual(refusal(404, 'Not found.'));
  }
});

test('calendar: it is private iCalendar; an unchanged one is a 304, also after the same pack is loaded again', async () => {
  for (const address of [(await addresses()).feed, await itemAddress('opening')]) {
    const first = await fetch(address);
    expect([first.status, first.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8; method=PUBLISH',
    ]);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');

    t.clock.advance(HOUR);
    await load({});
    const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('calendar: a changed item keeps its UID and gets the next SEQUENCE and new stamps; the others stay unchanged', async () => {
  const before = await feedEvents();
  const moved = AGENDA.replace('start: 09:00, end: 10:00', 'start: 09:30, end: 10:30');
  await load({ 'agenda.yaml': moved }, Date.parse('2031-01-02T03:04:05Z'));

  expect(await feedEvents()).toEqual([
    {
      ...before[0],
      start: '2031-06-10T13:30:00.000Z',
      end: '2031-06-10T14:30:00.000Z',
      sequence: 1,
      stamp: '2031-01-02T03:04:05Z',
      modified: '2031-01-02T03:04:05Z',
    },
    before[1],
  ]);
});

test('calendar: an item removed from the agenda is cancelled in the feed and has no file; once restored it is confirmed again', async () => {
  const before = await feedEvents();
  const file = await itemAddress('closing');
  await load({ 'agenda.yaml': AGENDA.split('\n')[0] ?? '' });
  expect((await feedEvents()).map(({ uid, status, sequence }) => [uid, status, sequence])).toEqual([
    [before[0]?.uid, 'CONFIRMED', 0],
    [before[1]?.uid, 'CANCELLED', 1],
  ]);
  expect((await fetch(file)).status).toBe(404);

  await load({});
  const back = await feedEvents();
  expect(back).toEqual([before[0], { ...before[1], sequence: 2, stamp: back[1]?.stamp, modified: back[1]?.modified }]);
  expect((await fetch(file)).status).toBe(200);
});

test('calendar: another event has another key and none of the earlier items', async () => {
  const { feed } = await addresses();
  const folder = await writeTestPack({ 'agenda.yaml': AGENDA.replace('id: opening', 'id: welcome') });
  const pack = await readPack(folder, t.clock.now());
  await rm(folder, { recursive: true });
  await loadPack(t.services.db, { ...pack, event: { ...pack.event, id: 'next-summit' } });

  expect((await fetch(feed)).status).toBe(404);
  expect((await feedEvents()).map(({ uid }) => uid)).toEqual([
    'welcome.next-summit@127.0.0.1',
    'closing.next-summit@127.0.0.1',
  ]);
});

test('calendar: a change while many clients read is complete in their next read', async () => {
  const { feed } = await addresses();
  const read = async () => (await fetch(feed)).text();
  const old = await read();
  const reading = Promise.all(Array.from({ length: 200 }, read));
  await load({
    'agenda.yaml': AGENDA.replace('title: Opening', 'title: Arrival').replace('title: Closing', 'title: End'),
  });
  const changed = await read();

  expect(readCalendar(changed).events.map(({ title }) => title)).toEqual(['Arrival', 'End']);
  expect(new Set(await reading).size).toBeLessThanOrEqual(2);
  expect((await reading).every((text) => text === old || text === changed)).toBe(true);
});

test('calendar: a failed read is not cached: the next request succeeds', async () => {
  const { feed } = await addresses();
  const { schema } = t.services.db;
  await schema.alterTable('content').renameColumn('room', 'gone').execute();
  expect((await fetch(feed)).status).toBe(500);
  await schema.alterTable('content').renameColumn('gone', 'room').execute();

  expect((await fetch(feed)).status).toBe(200);
});
