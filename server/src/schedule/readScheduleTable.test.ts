import { expect, test } from 'vitest';
import { ImportReport } from './importReport.ts';
import { namesIn, readScheduleTable } from './readScheduleTable.ts';
import { fieldOf, letterOf } from './tableColumns.ts';
import { readDate, readDay, readLength, readTime } from './tableTimes.ts';

const FIRST = '2026-11-19';
const minutes = (hours: number, rest = 0) => hours * 60 + rest;

test.each([
  ...['2026-11-20', '2026/11/20', '11/20/2026', '11/20/26', '11-20-2026', '11/20', 'Nov 20', 'November 20th, 2026'],
  ...['Friday, November 20, 2026', 'Fri Nov 20', '20 Nov 2026', '20-Nov-2026', 'Fri. 11/20'],
])('readDate: %s is 20 November 2026', (written) => {
  expect(readDate(written, FIRST)).toBe('2026-11-20');
});

test.each(['', 'tomorrow', '20/11/2026', '13/13', 'Feb 30', '2026-02-30', '9:00', `${' '.repeat(60_000)}11/20/2026`])(
  'readDate: %j is no date',
  (written) => expect(readDate(written, FIRST)).toBeUndefined(),
);

test('readDate: a date without a year is the next one from the first day', () => {
  expect(readDate('Jan 2', '2026-12-30')).toBe('2027-01-02');
  expect(readDate('Nov 18', FIRST)).toBe('2026-11-18');
});

test('readDay: the number of a day, its weekday, or a date after it', () => {
  const day = (written: string, first: string | undefined = FIRST) => readDay(written, first, FIRST);
  expect(['1', 'Day 2', 'D2', 'Thursday', 'Fri', 'Day 2: Nov 20', 'Day 1 (11/19)'].map((each) => day(each))).toEqual([
    ...[FIRST, '2026-11-20', '2026-11-20', FIRST, '2026-11-20', '2026-11-20', FIRST],
  ]);
  expect(readDay('Day 2', undefined, FIRST)).toEqual({ error: 'has no date: enter the first day of the event' });
  expect(day('someday')).toEqual({ error: expect.stringMatching(/^is no date, such as/) });
});

test.each([
  ['9:00 AM', minutes(9)],
  ['9am', minutes(9)],
  ['9:00:00 AM', minutes(9)],
  ['12:30 p.m.', minutes(12, 30)],
  ['12:15 AM', minutes(0, 15)],
  ['noon', minutes(12)],
  ['14:30', minutes(14, 30)],
  ['09:05', minutes(9, 5)],
  ['01:00', minutes(1)],
  ['9:00 AM ET', minutes(9)],
])('readTime: %s', (written, expected) => {
  expect(readTime(written, FIRST)).toEqual({ minutes: expected, isSure: true });
});

test('readTime: a date with a time, and a range in one cell', () => {
  const at = (written: string) => readTime(written, FIRST);
  for (const written of ['11/20/2026 9:00 AM', '2026-11-20 09:00', '2026-11-20T09:00', 'Nov 20, 9 AM']) {
    expect(at(written)).toEqual({ date: '2026-11-20', minutes: minutes(9), isSure: true });
  }
  expect(at('9:00 - 9:45 AM')).toEqual({ minutes: minutes(9), isSure: true, endMinutes: minutes(9, 45) });
  expect(at('11:00–1:00 PM')).toEqual({ minutes: minutes(11), isSure: true, endMinutes: minutes(13) });
  expect(at('9:00 - 5:00 PM')).toEqual({ minutes: minutes(9), isSure: true, endMinutes: minutes(17) });
  for (const written of ['7:00 - 9:00 PM', '7-9 PM', '7:00 to 9:00 pm', '7:00 – 9:00 PM ET', '19:00 - 9:00 PM']) {
    expect(at(written), written).toEqual({ minutes: minutes(19), isSure: true, endMinutes: minutes(21) });
  }
  expect(at('07:00 - 9:00 PM')).toMatchObject({ minutes: minutes(7) });
  expect(at('1:00 to 2:30 pm')).toEqual({ minutes: minutes(13), isSure: true, endMinutes: minutes(14, 30) });
  expect(at('1:00')).toEqual({ minutes: minutes(1), isSure: false });
  expect(['25:00', '9:75', '9', '13:00 PM', 'soon', ''].map(at)).toEqual(Array.from({ length: 6 }, () => undefined));
});

test('readLength: minutes, hours and clocks', () => {
  const written = ['45', '45 min', '1:30', '1h', '1 hour 15 min', '1.5 hours', 'long'];
  expect(written.map(readLength)).toEqual([45, 45, 90, 60, 75, 90, undefined]);
});

test('namesIn: commas separate names where nothing stronger does', () => {
  expect(namesIn('Ada Lind, Bo Ek and Cy Fox')).toEqual(['Ada Lind', 'Bo Ek', 'Cy Fox']);
  expect(namesIn('Ada Lind, PhD; Bo Ek (Acme, Inc.)\nTBD')).toEqual(['Ada Lind, PhD', 'Bo Ek (Acme, Inc.)']);
});

test('fieldOf: headers are recognized in any case, with their usual synonyms', () => {
  const headers = [
    'SESSION TITLE',
    'Speaker(s)',
    'start_time',
    'Ends',
    'Location',
    'Abstract',
    'Speaker 2',
    'Organisation',
  ];
  expect(headers.map(fieldOf)).toEqual([
    ...['title', 'speakers', 'start', 'end', 'room', 'description', 'speakers', 'organization'],
  ]);
  expect([fieldOf('Seats left'), fieldOf('')]).toEqual([undefined, undefined]);
  expect([0, 25, 26, 701].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ']);
});

const read = (text: string, options: Partial<Parameters<typeof readScheduleTable>[1]> = {}) => {
  const report = new ImportReport();
  const found = readScheduleTable(text, { columns: undefined, firstDay: FIRST, today: FIRST, ...options }, report);
  const rejected = report.rows.map(({ name, why }) => `${name}: ${why}`);
  const talks = 'schedule' in found ? found.schedule.talks : [];
  return { found, rejected, times: talks.map(({ title, start, end }) => [title, start, end].join(' ')) };
};

test('readScheduleTable: a sheet with title rows, days as headings, and cells that a merge has left empty', () => {
  const { times, rejected } = read(
    [
      'Confluence 2026,,,',
      ',,,',
      'Session,Time,Day,Room',
      'Thursday November 19,,,',
      'Opening,9:00 - 9:45 AM,,Hall',
      'Keynote,10:00 AM,,Hall',
      'Panel,9:00 AM,Day 2,Hall',
      'Late show,11:00 PM - 12:30 AM,,Bar',
    ].join('\n'),
  );
  expect(rejected).toEqual([]);
  expect(times).toEqual([
    'Opening 2026-11-19T09:00 2026-11-19T09:45',
    'Keynote 2026-11-19T10:00 ',
    'Panel 2026-11-20T09:00 ',
    'Late show 2026-11-20T23:00 2026-11-21T00:30',
  ]);
});

test.each([
  'Friday',
  'Fri.',
  'Day 2',
  'Day 2: Workshops',
  'Day 2 – Fri',
  'Day 2 Nov 20',
  'Friday, Nov 20',
  'Friday (evening)',
  'Friday Morning',
  'Friday | Workshops',
  'Friday / Workshops',
  'Friday • Workshops',
  'Day 2 - Workshops',
  'Day 2 / Workshops',
  'Day 2 | Nov 20',
  'Day 2 afternoon',
])('readScheduleTable: the row %j is a heading of the rows below it', (heading) => {
  const { times, rejected } = read(`Title,Start\nA,9:00 AM\n"${heading}",\nB,9:00 AM`);
  expect([times, rejected]).toEqual([['A 2026-11-19T09:00 ', 'B 2026-11-20T09:00 '], []]);
});

test.each(['Sunset reception', 'Satellite sessions', '3 Lightning talks', 'Monitoring', 'Mondays at noon', '2'])(
  'readScheduleTable: the row %j with a title alone is no heading, but a session that is rejected',
  (title) => {
    const { times, rejected } = read(`Title,Start\nA,9:00 AM\n${title},\nB,9:00 AM`);
    expect(times).toEqual(['A 2026-11-19T09:00 ', 'B 2026-11-19T09:00 ']);
    expect(rejected).toEqual([`row 3 ("${title}"): its start is missing`]);
  },
);

test.each(['Day 2 Workshops', 'Friday night', 'Friday Nov 20 | Workshops'])(
  'readScheduleTable: the row %j may be a heading, so that no row below it gets the day above it',
  (heading) => {
    const { times, rejected } = read(
      `Title,Start\nA,9:00 AM\n"${heading}",\nB,9:00 AM\nC,11/21/2026 9:00 AM\nDay 4,\nD,9:00 AM`,
    );
    expect(times).toEqual(['A 2026-11-19T09:00 ', 'C 2026-11-21T09:00 ', 'D 2026-11-22T09:00 ']);
    expect(rejected).toEqual([
      `row 3 ("${heading}"): its start is missing`,
      `row 4 ("B"): "${heading}" in row 3 may be the heading of a day: write the day or its date alone, or give the row a ` +
        'start',
    ]);
  },
);

test('readScheduleTable: a row that may be a heading of the day that it is on changes nothing', () => {
  const { times, rejected } = read('Title,Start\nFriday,\nA,9:00 AM\nFriday night,\nB,9:00 PM');
  expect(times).toEqual(['A 2026-11-20T09:00 ', 'B 2026-11-20T21:00 ']);
  expect(rejected).toEqual(['row 4 ("Friday night"): its start is missing']);
});

test('readScheduleTable: rows below a heading whose date is not known do not get the day above it', () => {
  const text = 'Title,Start\n"Friday, Nov 20",\nA,9:00 AM\nSaturday Morning,\nB,9:00 AM';
  const { times, rejected } = read(text, { firstDay: undefined });
  expect(times).toEqual(['A 2026-11-20T09:00 ']);
  expect(rejected).toEqual([
    'row 4 ("Saturday Morning"): its start is missing',
    'row 5 ("B"): "Saturday Morning" has no date: enter the first day of the event',
  ]);
});

test('readScheduleTable: a start without AM or PM is in the half of the day before its end', () => {
  const { times, rejected } = read(
    [
      'Title,Date,Start,End',
      'A,11/19/2026,7:00,9:00 PM',
      'B,11/19/2026,9:00,5:00 PM',
      'C,11/19/2026,8:30,9:15 AM',
    ].join('\n'),
  );
  expect(rejected).toEqual([]);
  expect(times).toEqual([
    'A 2026-11-19T19:00 2026-11-19T21:00',
    'B 2026-11-19T09:00 2026-11-19T17:00',
    'C 2026-11-19T08:30 2026-11-19T09:15',
  ]);
});

test('readScheduleTable: what Excel copies has tabs, and quoted line breaks', () => {
  const { found } = read('Title\tStart\tEnd\tSpeakers\r\n"A ""good"" talk"\t9:00 AM\t10:00 AM\t"Ada Lind\nBo Ek"\r\n');
  expect(found).toMatchObject({
    schedule: { talks: [{ title: 'A "good" talk', speakers: [{ name: 'Ada Lind' }, { name: 'Bo Ek' }] }] },
  });
});

test('readScheduleTable: every rejected row is named with its column and the reason', () => {
  const { rejected, times } = read(
    [
      'Title,Date,Start,End,Duration',
      'A,11/19/2026,soon,10:00 AM,',
      'B,11/19/2026,1:00,2:00,',
      'C,11/19/2026,9:00 AM,late,',
      'D,20/19/2026,9:00 AM,10:00 AM,',
      'E,11/19/2026,9:00 AM,,a while',
      'F,11/19/2026,,10:00 AM,',
      'G,11/19/2026,9:00 AM,,45 min',
    ].join('\n'),
  );
  expect(rejected).toEqual([
    'row 2, column "Start" ("A"): "soon" is not a time, such as 9:00 AM or 14:30',
    'row 3, column "Start" ("B"): "1:00" does not say whether it is AM or PM',
    'row 4, column "End" ("C"): "late" is not a time, such as 9:00 AM or 14:30',
    'row 5, column "Date" ("D"): "20/19/2026" is no date, such as 11/20/2026 or 2026-11-20, and no day, such as Day 2',
    'row 6, column "Duration" ("E"): "a while" is not a duration, such as 45 min or 1:30',
    'row 7 ("F"): its start is missing',
  ]);
  expect(times).toEqual(['G 2026-11-19T09:00 2026-11-19T09:45']);
});

test('readScheduleTable: columns can be chosen, also in a sheet without a header', () => {
  const sheet = 'Opening,Hall,9:00 AM,9:30 AM\nKeynote,Hall,9:30 AM,10:00 AM';
  const { found } = read(sheet);
  expect(found).toMatchObject({ problem: 'No column is the title and the start time. Choose what each column is.' });
  expect(found.columns[2]).toEqual({ header: 'Column C', field: null, samples: ['9:00 AM', '9:30 AM'] });

  const { times } = read(sheet, { columns: ['title', 'room', 'start', 'end'] });
  expect(times).toEqual(['Opening 2026-11-19T09:00 2026-11-19T09:30', 'Keynote 2026-11-19T09:30 2026-11-19T10:00']);
});

test('readScheduleTable: categories make speakers, sponsors and polls of rows', () => {
  const { found } = read(
    [
      'Category,Title,Start,End,Speakers,Role,Company,Tier,Website,Options,Description',
      'Breakouts,Pricing,10:00 AM,11:00 AM,Ada Lind,,,,,,',
      'Speakers,Ada Lind,,,,Partner,Acme,,,,Knows prices',
      'Sponsor,River Bank,,,,,,gold,riverbank.com,,',
      'Poll,Coming back?,,,,,,,,Yes; No; Maybe,',
      'Pre-event survey,First time?,,,,,,,,,',
    ].join('\n'),
  );
  expect(found).toMatchObject({
    schedule: {
      talks: [{ title: 'Pricing', isBreakout: true }],
      speakers: [{ name: 'Ada Lind', role: 'Partner', organization: 'Acme', bio: 'Knows prices' }],
      sponsors: [{ name: 'River Bank', tier: 'gold', url: 'https://riverbank.com' }],
      polls: [
        { campaign: { id: 'polls' }, question: 'Coming back?', type: 'options', options: ['Yes', 'No', 'Maybe'] },
        { campaign: { id: 'pre-event' }, question: 'First time?', type: 'yes-no', options: [] },
      ],
    },
  });
});
