import { readCalendar } from '@companion/testkit/readCalendar';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../platform/time.ts';
import type { CalendarItem } from './calendarQueries.ts';
import { icsText, writeCalendar } from './writeCalendar.ts';

const EVENT = { id: 'small', name: 'Small Summit', time_zone: 'America/New_York', state: 1 };

const itemOf = (given: Partial<CalendarItem>): CalendarItem => ({
  id: 'opening',
  campaign_id: 'agenda',
  category: 'Day 1',
  title: 'Opening',
  subtitle: null,
  body: '',
  room: null,
  starts_at: Date.parse('2026-11-20T14:00Z'),
  ends_at: Date.parse('2026-11-20T14:45Z'),
  hidden: 0,
  revision: 0,
  changed_at: Date.parse('2026-10-01T12:00Z'),
  ...given,
});

const write = (items: CalendarItem[], timeZone = EVENT.time_zone, isFeed = true) =>
  writeCalendar({ ...EVENT, time_zone: timeZone }, items, { appUrl: 'https://summit.example', isFeed });

test('writeCalendar: the exact text of an item: UID, stamps, TZID with its VTIMEZONE, text, page and status (RFC 5545)', () => {
  const item = itemOf({
    revision: 3,
    subtitle: 'Cakes; and coffee',
    room: 'Oak, 2nd floor',
    body: '<p>Come <strong>early</strong>.</p><p>R&amp;D</p>',
  });
  expect(write([item], undefined, false).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Summit Companion//Agenda//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'X-LIC-LOCATION:America/New_York',
    expect.stringMatching(/^LAST-MODIFIED:\d{8}T\d{6}Z$/),
    ...['BEGIN:DAYLIGHT', 'TZNAME:EDT', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'DTSTART:19700308T020000'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'END:DAYLIGHT'],
    ...['BEGIN:STANDARD', 'TZNAME:EST', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'DTSTART:19701101T020000'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD'],
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:opening.small@summit.example',
    'DTSTAMP:20261001T120000Z',
    'LAST-MODIFIED:20261001T120000Z',
    'SEQUENCE:3',
    'DTSTART;TZID=America/New_York:20261120T090000',
    'DTEND;TZID=America/New_York:20261120T094500',
    'SUMMARY:Opening',
    'LOCATION:Oak\\, 2nd floor',
    'DESCRIPTION:Cakes\\; and coffee\\n\\nCome early.\\nR&D\\n\\nhttps://summit.examp',
    ' le/agenda/agenda/opening',
    'CATEGORIES:Day 1',
    'URL:https://summit.example/agenda/agenda/opening',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('writeCalendar: a feed also has a name, a zone and a refresh interval; a single item has none', () => {
  const own = (text: string) => text.split('\r\n').filter((line) => /^(NAME|X-WR|REFRESH|X-PUBLISHED)/.test(line));

  expect(own(write([itemOf({})]))).toEqual([
    'NAME:Small Summit',
    'X-WR-CALNAME:Small Summit',
    'X-WR-TIMEZONE:America/New_York',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]);
  expect(own(write([itemOf({})], undefined, false))).toEqual([]);
});

test('writeCalendar: a line has at most 75 octets, and no character is lost where it is folded', () => {
  for (const character of ['a', 'é', '語', '🪶', '👩🏽‍🚀']) {
    const titles = Array.from({ length: 12 }, (_, shift) => 'x'.repeat(60 + shift) + character.repeat(60));
    const text = write(titles.map((title, index) => itemOf({ id: `item-${index}`, title })));

    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    // A character cut in two would not survive decoding.
    expect(Buffer.from(text).toString()).toBe(text);
    expect(readCalendar(text).events.map(({ title }) => title)).toEqual(titles);
  }
});

test('writeCalendar: any text reads back unchanged', () => {
  const texts = ['a, b; c', 'C:\\new', 'one\ntwo', '\\n, \\; \\,', 'END:VEVENT\nBEGIN:VEVENT', '"q": ^n', ''];
  const items = texts.map((title, index) => itemOf({ id: `item-${index}`, title }));

  expect(readCalendar(write(items)).events.map(({ title }) => title)).toEqual(texts);
});

test('writeCalendar: a cancelled item is marked, and an item without a duration has no end', () => {
  const cancelled = itemOf({ hidden: 1 });
  expect(readCalendar(write([cancelled])).events[0]?.status).toBe('CANCELLED');
  for (const ends_at of [null, cancelled.starts_at]) expect(write([itemOf({ ends_at })])).not.toContain('DTEND');
});

test('writeCalendar: every half hour around both clock changes reads back as the same instant', () => {
  for (const weekend of ['2026-03-07T05:00Z', '2026-10-31T04:00Z']) {
    const items = Array.from({ length: 120 }, (_, index) => {
      const starts_at = Date.parse(weekend) + index * 30 * MINUTE;
      return itemOf({ id: `item-${index}`, starts_at, ends_at: starts_at + 90 * MINUTE });
    });
    const read = readCalendar(write(items)).events;
    expect(read.map(({ start, end }) => [Date.parse(start), Date.parse(end)])).toEqual(
      items.map(({ starts_at, ends_at }) => [starts_at, ends_at]),
    );
  }
});

test('writeCalendar: a time is local, but in UTC near a clock change, because apps disagree on the hour shown twice', () => {
  const startOf = (start: string) =>
    /DTSTART.*(?=\r\nSUMMARY)/.exec(write([itemOf({ starts_at: Date.parse(start), ends_at: null })]))?.[0];

  expect(startOf('2026-11-01T02:00Z')).toBe('DTSTART;TZID=America/New_York:20261031T220000');
  expect(startOf('2026-11-01T05:30Z')).toBe('DTSTART:20261101T053000Z');
  expect(startOf('2026-11-01T06:30Z')).toBe('DTSTART:20261101T063000Z');
  expect(startOf('2026-11-01T14:00Z')).toBe('DTSTART;TZID=America/New_York:20261101T090000');
});

test('writeCalendar: in every zone that a pack may have, times read back as the same instants', () => {
  const starts = [
    '2026-01-15T09:00Z',
    '2026-04-06T00:30Z',
    '2026-07-15T12:00Z',
    '2026-12-31T23:45Z',
    '2028-02-29T04:10Z',
  ];
  const items = starts.map((start, index) => {
    const starts_at = Date.parse(start);
    return itemOf({ id: `item-${index}`, starts_at, ends_at: starts_at + HOUR });
  });
  const own = [
    'UTC',
    'US/Eastern',
    'america/new_york',
    'Asia/Calcutta',
    'Asia/Kathmandu',
    '+05:30',
    'Etc/GMT+5',
    'EST',
  ];
  for (const zone of [...Intl.supportedValuesOf('timeZone'), ...own]) {
    const text = write(items, zone);
    const { events, zones } = readCalendar(text);
    expect(
      events.map(({ start }) => Date.parse(start)),
      zone,
    ).toEqual(items.map(({ starts_at }) => starts_at));
    const named = new Set([...text.matchAll(/;TZID=([^:]+):/g)].map(([, name]) => name));
    expect(
      [...named].filter((name) => !zones.includes(String(name))),
      zone,
    ).toEqual([]);
  }
});

test('writeCalendar: hostile titles, rooms and names stay within their own property', () => {
  const texts = [
    'a, b; c\\d',
    'First\r\nEND:VEVENT\r\nBEGIN:VALARM',
    '🪶'.repeat(75),
    `${'x'.repeat(299)}é`,
    '"q"^n;TZID=x:y',
    'مرحبا بالعالم',
    '\0\x07bell\u2028line',
  ];
  const items = texts.map((text, index) => itemOf({ id: `item-${index}`, title: text, room: text, subtitle: text }));
  const text = writeCalendar({ ...EVENT, name: texts[1] ?? '' }, items, { appUrl: 'https://x.example', isFeed: true });
  const read = readCalendar(text);
  const plain = (given: string) => given.replace(/\r\n|\u2028/g, '\n').replace('\0\x07', '');

  expect(text).toContain('\r\nX-WR-CALNAME:First\\nEND:VEVENT\\nBEGIN:VALARM\r\n');
  expect(read.events.map(({ title, room }) => [title, room])).toEqual(texts.map((one) => [plain(one), plain(one)]));
  expect(read.events.map(({ description }) => description)).toEqual(
    texts.map((one, index) => `${plain(one)}\n\nhttps://x.example/agenda/agenda/item-${index}`),
  );
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('icsText: one kind of line break, no control characters and no half of a surrogate pair', () => {
  expect(icsText('a\r\nb\rc\u2028d\u2029e\vf\fg\u0085h\ni')).toBe('a\nb\nc\nd\ne\nf\ng\nh\ni');
  expect(icsText('a\0b\x07c\x1bd\x7fe\tf')).toBe('abcde\tf');
  expect(icsText('a\uD83Db')).toBe('a\uFFFDb');
});
