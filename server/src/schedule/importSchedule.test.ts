import { grid, session, testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

async function prepare() {
  const setup = await testImport();
  onTestFinished(setup.remove);
  return setup;
}

/** Imports one day of sessions in one room, or in several. */
async function imported(sessions: unknown[] | Record<string, unknown[]>, args: string[] = []) {
  const setup = await prepare();
  const rooms = Array.isArray(sessions) ? { Hall: sessions } : sessions;
  await setup.write({ 'grid.json': grid({ '2026-11-20': rooms }) });
  return { ...setup, ...(await setup.run(['grid.json'], args)) };
}

const rowsOf = (lines: string[], outcome: string) =>
  lines.filter((line) => line.startsWith(outcome)).map((line) => line.slice(11));

const IN_HALL = 'grid.json: day 1, room "Hall",';

test('importSchedule: --zone is required, even if the file names a zone, and must be an IANA name', async () => {
  const { write, run, files } = await prepare();
  await write({
    'grid.json': grid({
      '2026-11-20': { Hall: [session(1, '2026-11-20T09:00:00-05:00', '2026-11-20T10:00:00-05:00')] },
    }),
  });

  const missing = await run(['grid.json'], ['--zone', '']);
  expect([missing.code, missing.errors.split('\n')[0]]).toEqual([
    2,
    '--zone is missing: name the time zone of the event, such as America/New_York. It is never guessed.',
  ]);
  for (const zone of ['EST', 'Mars/Olympus', '+05:00']) {
    const { code, errors } = await run(['grid.json'], ['--zone', zone]);
    expect([code, errors]).toEqual([2, expect.stringContaining(`--zone ${zone} is not a time zone of the IANA list`)]);
  }
  await expect(files()).rejects.toThrow('ENOENT');
});

test('importSchedule: times without an offset are read in --zone; others are converted, with a warning if the offset differs', async () => {
  const { lines, read } = await imported(
    [
      session(1, '09:00', '10:00'),
      session(2, '2026-11-20T10:00:00-08:00', '2026-11-20T19:00:00Z'),
      session(3, '2026-11-20T20:00:00+01:00', '2026-11-20T12:00:00-0800'),
    ],
    ['--zone', 'america/los_angeles'],
  );

  expect(rowsOf(lines, 'warning')[0]).toBe(
    '1 of 3 times are given in the offset +01:00, which is not that of America/Los_Angeles, and are converted: ' +
      '"2026-11-20T20:00:00+01:00" is 2026-11-20 11:00 there',
  );
  const { event, content } = await read();
  expect(event.time_zone).toBe('America/Los_Angeles');
  expect(content.map(({ starts_at }) => starts_at && new Date(starts_at).toISOString())).toEqual([
    '2026-11-20T17:00:00.000Z',
    '2026-11-20T18:00:00.000Z',
    '2026-11-20T19:00:00.000Z',
  ]);
});

test('importSchedule: a different zone in the file is a warning', async () => {
  const { write, run } = await prepare();
  const talk = { id: 1, title: 'Talk', date: '2026-11-20T09:00:00', duration: '00:30' };
  await write({
    'a.json': { schedule: { conference: { time_zone_name: 'Europe/Berlin', days: [{ rooms: { Oak: [talk] } }] } } },
  });

  expect(rowsOf((await run(['a.json'])).lines, 'warning')[0]).toBe(
    'the file names the time zone Europe/Berlin: its times are shown in America/New_York',
  );
});

test('importSchedule: a time that clocks skip is rejected; of a time that occurs twice the first is used, with a warning', async () => {
  const { write, run } = await prepare();
  await write({
    'spring.json': grid({ '2026-03-08': { Hall: [session(1, '2026-03-08T02:30:00', '2026-03-08T04:00:00')] } }),
    'autumn.json': grid({ '2026-11-01': { Hall: [session(2, '2026-11-01T00:30:00', '2026-11-01T01:30:00')] } }),
  });

  const spring = await run(['spring.json']);
  expect(spring.code).toBe(1);
  expect(rowsOf(spring.lines, 'rejected')).toEqual([
    'spring.json: day 1, room "Hall", row 1 (id 1, "Session 1"): its start "2026-03-08T02:30:00" does not exist in ' +
      'America/New_York, because clocks skip it',
  ]);
  expect(rowsOf((await run(['autumn.json'])).lines, 'warning')[0]).toBe(
    'autumn.json: day 1, room "Hall", row 1 (id 2, "Session 2"): the time of its end occurs twice that night, because clocks go back: the first is used',
  );
});

test('importSchedule: a schedule with rejected rows is not written without --skip-bad', async () => {
  const { write, run, files, read } = await prepare();
  const long = 'T'.repeat(400);
  await write({
    'grid.json': grid({
      '2026-11-20': {
        Hall: [
          session(1, '09:00', '10:00', { title: long }),
          session(2, '11:00', '10:30'),
          session(3, '11:00', '11:00'),
          session(4, '11:00', '11:30', { title: ' ' }),
          session(5, 'T', '11:30', { startsAt: 'tomorrow' }),
          session(6, '11:00', '2026-11-21T11:30:00'),
          session(7, '22:00', '2026-11-21T06:00:00'),
          'a session',
          null,
          session(8, '12:00', '', { endsAt: null }),
          session(9, '13:00', '', { endsAt: 'late' }),
          session(10, '23:00', '', { endsAt: null }),
        ],
      },
    }),
  });

  const { code, lines, errors } = await run(['grid.json']);
  expect(code).toBe(1);
  expect(errors).toBe(
    [
      '10 rows are rejected, so nothing was written:',
      '  2 rows: is not a session',
      '  2 rows: its end is not after its start',
      '  1 row: it has no title',
      '  1 row: its start "tomorrow" is not a date and time such as 2026-11-20T09:00',
      '  1 row: it takes more than 24 hours',
      '  1 row: its end "late" is not a date and time such as 2026-11-20T09:00',
      '  1 row: it has no end and no duration, and nothing follows in its room',
      '  1 row: it ends after 5:59 of the next morning, which the agenda cannot show',
      'Correct them at the source and import again, or import the other rows with --skip-bad.',
    ].join('\n'),
  );
  expect(rowsOf(lines, 'rejected')).toEqual([
    `${IN_HALL} row 8: is not a session`,
    `${IN_HALL} row 9: is not a session`,
    `${IN_HALL} row 4 (id 4): it has no title`,
    `${IN_HALL} row 5 (id 5, "Session 5"): its start "tomorrow" is not a date and time such as 2026-11-20T09:00`,
    `${IN_HALL} row 2 (id 2, "Session 2"): its end is not after its start`,
    `${IN_HALL} row 3 (id 3, "Session 3"): its end is not after its start`,
    `${IN_HALL} row 6 (id 6, "Session 6"): it takes more than 24 hours`,
    `${IN_HALL} row 11 (id 9, "Session 9"): its end "late" is not a date and time such as 2026-11-20T09:00`,
    `${IN_HALL} row 12 (id 10, "Session 10"): it has no end and no duration, and nothing follows in its room`,
    `${IN_HALL} row 7 (id 7, "Session 7"): it ends after 5:59 of the next morning, which the agenda cannot show`,
  ]);
  expect(rowsOf(lines, 'warning')).toEqual([
    `${IN_HALL} row 10 (id 8, "Session 8"): it has no end: it lasts until the next session in its room`,
    `${IN_HALL} row 1 (id 1, "${'T'.repeat(80)}…"): its title has 400 characters and is cut to 300`,
  ]);
  await expect(files()).rejects.toThrow('ENOENT');

  expect((await run(['grid.json'], ['--skip-bad'])).code).toBe(0);
  expect((await read()).content.map(({ id, ends_at }) => [id, ends_at])).toEqual([
    ['sessionize-1', Date.parse('2026-11-20T10:00-05:00')],
    ['sessionize-8', Date.parse('2026-11-20T13:00-05:00')],
  ]);
});

test('importSchedule: an entry whose row is rejected is kept; one whose row is cancelled is removed', async () => {
  const { write, run, read } = await imported([
    session(1, '09:00', '10:00', { speakers: [{ id: 'a', name: 'Ada' }] }),
    session(2, '10:00', '11:00'),
    session(3, '11:00', '12:00'),
  ]);
  await write({
    'grid.json': grid({
      '2026-11-20': {
        Hall: [
          session(1, '09:00', '08:00', { speakers: [{ id: 'a', name: 'Ada' }] }),
          session(2, '10:00', '11:00', { status: 'Declined' }),
          session(3, '11:00', '12:00'),
        ],
      },
    }),
  });

  const { lines } = await run(['grid.json'], ['--skip-bad']);

  expect(lines.filter((line) => /^(?:kept|removed|unchanged|left out)/.test(line))).toEqual([
    'unchanged  sessionize-3  day 1, 11:00-12:00: Session 3',
    'kept       sessionize-1  unchanged: its row is rejected',
    'removed    sessionize-2  Session 2',
    `left out   ${IN_HALL} row 2 (id 2, "Session 2"): its status is Declined`,
    'kept       sessionize-speaker-a  unchanged: an agenda item that is kept names this speaker',
  ]);
  expect((await read()).content.map(({ id }) => id)).toEqual(['sessionize-1', 'sessionize-3', 'sessionize-speaker-a']);
});

test('importSchedule: rows repeated for each room are one item: with one id, or a plenary or break with one title and time', async () => {
  const ada = { speakers: [{ id: 'a', name: 'Ada' }] };
  const { read, lines } = await imported({
    Hall: [
      session(1, '09:00', '10:00', { ...ada, isPlenumSession: true }),
      session(20, '10:00', '10:30', { title: 'Coffee', isServiceSession: true }),
      session(3, '10:30', '11:00', { ...ada, title: 'Workshop' }),
    ],
    Oak: [
      session(1, '09:00', '10:00', { speakers: [{ id: 'b', name: 'Bo' }], isPlenumSession: true }),
      session(19, '10:00', '10:30', { title: 'Coffee', isServiceSession: true }),
      session(4, '10:30', '11:00', { ...ada, title: 'Workshop' }),
    ],
    Elm: [session(100, '10:00', '10:30', { title: 'Coffee', isServiceSession: true })],
  });

  expect(lines).toContain('new        sessionize-19  day 1, 10:00-10:30: Coffee (one of 3 rows)');
  expect(
    (await read()).content.slice(0, 4).map(({ id, category, room, speaker_ids }) => [id, category, room, speaker_ids]),
  ).toEqual([
    ['sessionize-1', 'Day 1', 'Hall / Oak', '["sessionize-speaker-a","sessionize-speaker-b"]'],
    ['sessionize-19', 'Day 1', 'Hall / Oak / Elm', '[]'],
    ['sessionize-3', 'Breakout Sessions', 'Hall', '["sessionize-speaker-a"]'],
    ['sessionize-4', 'Breakout Sessions', 'Oak', '["sessionize-speaker-a"]'],
  ]);
});

test('importSchedule: sessions with one id are distinguished by their start, also after one of them is removed', async () => {
  const [morning, afternoon] = [session(5, '09:00', '10:00'), session(5, '14:00', '15:00')];
  const ids = async ({ read }: { read: Awaited<ReturnType<typeof prepare>>['read'] }) =>
    (await read()).content.map(({ id, starts_at }) => [id, starts_at]);
  const at = (start: string, id: string) => [id, Date.parse(`2026-11-20T${start}-05:00`)];
  const both = await imported([afternoon, morning]);

  expect(await ids(both)).toEqual([
    at('09:00', 'sessionize-5-2026-11-20-0900'),
    at('14:00', 'sessionize-5-2026-11-20-1400'),
  ]);
  expect(rowsOf(both.lines, 'warning')[0]).toBe(
    `${IN_HALL} row 2 (id 5, "Session 5"): 2 sessions have the id 5 and no guid of their own: the start distinguishes ` +
      'them, so votes and comments are lost when it changes',
  );
  await both.write({ 'grid.json': grid({ '2026-11-20': { Hall: [afternoon] } }) });
  await both.run(['grid.json']);
  expect(await ids(both)).toEqual([at('14:00', 'sessionize-5-2026-11-20-1400')]);

  const one = await imported([morning]);
  await one.write({ 'grid.json': grid({ '2026-11-20': { Hall: [morning, afternoon] } }) });
  await one.run(['grid.json']);
  expect(await ids(one)).toEqual([at('09:00', 'sessionize-5'), at('14:00', 'sessionize-5-2026-11-20-1400')]);
});

test('importSchedule: on day 1 the main stage has sessions with no other at the same time, or those in --main-room', async () => {
  const rooms = {
    Hall: [
      session(1, '09:00', '10:00'),
      session(2, '10:00', '11:00'),
      session(3, '08:00', '18:00', { isServiceSession: true }),
    ],
    Oak: [session(4, '10:30', '11:30'), session(5, '11:30', '12:00')],
  };
  const categories = async (args: string[]) =>
    (await (await imported(rooms, args)).read()).content.map(({ id, category }) => `${id.slice(11)} ${category}`);

  expect(await categories([])).toEqual([
    ...['3 Day 1', '1 Day 1', '2 Breakout Sessions', '4 Breakout Sessions', '5 Day 1'],
  ]);
  expect(await categories(['--main-room', 'Hall'])).toEqual([
    ...['3 Day 1', '1 Day 1', '2 Day 1', '4 Breakout Sessions', '5 Breakout Sessions'],
  ]);
  const { code, errors } = await imported(rooms, ['--main-room', 'hall']);
  expect([code, errors]).toEqual([
    1,
    '--main-room: the schedule has no room "hall". Did you mean "Hall"? Its rooms: Hall, Oak.',
  ]);
});

test('importSchedule: a session after midnight belongs to the evening before', async () => {
  const { write, run, files, read } = await prepare();
  await write({
    'grid.json': grid({
      '2026-11-20': { Hall: [session(1, '22:00', '2026-11-21T00:00:00')] },
      '2026-11-21': {
        Hall: [
          session(2, '2026-11-21T00:30:00', '2026-11-21T05:59:00'),
          session(3, '2026-11-21T05:00:00', '2026-11-21T06:00:00'),
          session(4, '2026-11-22T01:00:00', '2026-11-22T02:00:00'),
        ],
      },
    }),
  });

  expect((await run(['grid.json'])).code).toBe(0);
  const { 'agenda.yaml': agenda = '' } = await files();
  expect(
    [...agenda.matchAll(/day: (\d)\n {2}start: (.*)\n {2}end: (.*)/g)].map(([, ...when]) => when.join(' ')),
  ).toEqual([...['1 22:00 24:00', '1 24:30 29:59', '2 05:00 06:00', '2 25:00 26:00']]);
  expect((await read()).event.ends_at).toBe(Date.parse('2026-11-22T02:00-05:00'));
});

test('importSchedule: every day of a longer event is imported, each with its own category; --first-day leaves out the days before', async () => {
  const { write, run, read } = await prepare();
  const day = (date: string, id: number) => ({
    Hall: [session(id, `${date}T09:00:00`, `${date}T10:00:00`)],
    Oak: [session(id * 10, `${date}T09:00:00`, `${date}T10:00:00`)],
  });
  const days = { '2026-11-20': day('2026-11-20', 1), '2026-11-21': day('2026-11-21', 2) };
  const categories = async () => (await read()).content.map(({ id, category }) => `${id.slice(11)} ${category}`);
  await write({
    'grid.json': grid({ ...days, '2026-11-22': day('2026-11-22', 3), '2026-11-24': day('2026-11-24', 4) }),
  });

  expect((await run(['grid.json'])).code).toBe(0);
  expect(await categories()).toEqual([
    ...['1 Day 1', '10 Day 1', '2 Day 2', '20 Day 2', '3 Day 3', '30 Day 3', '4 Day 5', '40 Day 5'],
  ]);

  const chosen = await run(['grid.json'], ['--first-day', '2026-11-22']);
  expect([chosen.code, rowsOf(chosen.lines, 'left out')]).toEqual([
    0,
    ['4 rows: it is not on one of the 14 days from 2026-11-22 on, the --first-day'],
  ]);
  expect((await run(['grid.json'], ['--first-day', '11/20/2026'])).code).toBe(2);
  expect((await run(['grid.json'], ['--first-day', '2027-01-01'])).errors).toBe(
    'No session of the schedule can be imported, so nothing was written:\n' +
      '  8 rows: it is not on one of the 14 days from 2027-01-01 on, the --first-day',
  );
});

test('importSchedule: sessions on more days than an event can have are one error, with the dates', async () => {
  const { write, run, files } = await prepare();
  const late = Array.from({ length: 21 }, (_, id) => session(id + 2, '2027-03-05T09:00:00', '2027-03-05T10:00:00'));
  await write({ 'grid.json': grid({ '2026-11-20': { Hall: [session(1, '09:00', '10:00'), ...late] } }) });

  const { code, errors, lines } = await run(['grid.json']);

  expect([code, errors, lines]).toEqual([
    1,
    'The sessions are between 2026-11-20 and 2027-03-05, but an event has at most 14 days. Nothing was written.\n' +
      "Set the event's first day with --first-day. Sessions by date: 2026-11-20 (1), 2027-03-05 (21).",
    [],
  ]);
  await expect(files()).rejects.toThrow('ENOENT');
});

test('importSchedule: rejections end the report, and a shared reason is printed once above its rows', async () => {
  const bad = (id: number) => session(id, '11:00', '10:00');
  const { code, lines, errors } = await imported([session(1, '09:00', '10:00'), bad(2), bad(3), bad(4)]);

  expect(code).toBe(1);
  const last = lines.indexOf('Rejected (3):');
  expect(lines.slice(last)).toEqual([
    'Rejected (3):',
    'rejected   3 rows: its end is not after its start',
    ...[2, 3, 4].map((id) => `${IN_HALL} row ${id} (id ${id}, "Session ${id}")`),
  ]);
  expect(errors).toContain('3 rows are rejected, so nothing was written:\n  3 rows: its end is not after its start\n');
});

test('importSchedule: a filter with nearly every session suggests --main-room; sessions without a room are reported', async () => {
  const rooms = Object.fromEntries(
    ['Oak', 'Elm'].map((room, place) => [
      room,
      Array.from({ length: 5 }, (_, hour) => session(place * 5 + hour + 1, `1${hour}:00`, `1${hour}:45`)),
    ]),
  );
  const { write, run, lines } = await imported(rooms);
  const suggestion = (known = '') =>
    '10 of the 10 sessions of day 1 are under the filter "Breakout Sessions": name the room of the main stage ' +
    `with --main-room${known}. Rooms: Oak (5), Elm (5)`;
  expect(rowsOf(lines, 'warning')).toContain(suggestion());

  const chosen = await run(['grid.json'], ['--main-room', 'Oak']);
  expect(chosen.lines.filter((line) => line.includes('--main-room'))).toEqual([]);
  await write({ 'all.json': { sessions: [session(1, '09:00', '10:00'), session(2, '10:00', '11:00')] } });
  expect(rowsOf((await run(['all.json'])).lines, 'warning').filter((line) => line.includes('room'))).toEqual([
    'all.json: sessions, row 1 (id 1, "Session 1"): it has no room',
    'all.json: sessions, row 2 (id 2, "Session 2"): it has no room',
  ]);
});
