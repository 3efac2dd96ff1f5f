import { expect, test } from 'vitest';
import { addDays, dateIn, instantOf, isDate, isTimeZone } from './zonedTime.ts';

const at = (zone: string, date: string, hours: number, minutes = 0) => {
  const instant = instantOf(zone, date, { hours, minutes });
  return instant && new Date(instant).toISOString();
};

test('local time: it uses the offset of its day, on both sides of a clock change', () => {
  expect(at('America/New_York', '2026-10-31', 9)).toBe('2026-10-31T13:00:00.000Z');
  expect(at('America/New_York', '2026-11-01', 9)).toBe('2026-11-01T14:00:00.000Z');
  expect(at('America/New_York', '2027-03-14', 1, 59)).toBe('2027-03-14T06:59:00.000Z');
  expect(at('America/New_York', '2027-03-14', 3)).toBe('2027-03-14T07:00:00.000Z');
  expect(at('Asia/Kathmandu', '2026-11-20', 9)).toBe('2026-11-20T03:15:00.000Z');
  expect(at('Pacific/Kiritimati', '2026-11-20', 9)).toBe('2026-11-19T19:00:00.000Z');
});

test('local time: a time that clocks skip is undefined; one that they show twice is the first', () => {
  expect(at('America/New_York', '2027-03-14', 2, 30)).toBeUndefined();
  expect(at('America/New_York', '2026-11-01', 1, 30)).toBe('2026-11-01T05:30:00.000Z');
});

test('local time: hours past 24 continue into the next morning, across the end of a month and a clock change', () => {
  expect(at('America/New_York', '2026-11-20', 24, 30)).toBe('2026-11-21T05:30:00.000Z');
  expect(at('America/New_York', '2026-12-31', 25)).toBe('2027-01-01T06:00:00.000Z');
  expect(at('America/New_York', '2026-10-31', 26, 30)).toBe('2026-11-01T07:30:00.000Z');
});

test('local time: the date is that of the zone', () => {
  const lateEvening = Date.parse('2026-11-21T03:00Z');
  expect(dateIn('America/New_York', lateEvening)).toBe('2026-11-20');
  expect(dateIn('UTC', lateEvening)).toBe('2026-11-21');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
});

test('local time: only existing dates and time zones are accepted', () => {
  expect(['2026-11-20', '2028-02-29'].every(isDate)).toBe(true);
  expect(
    ['2026-02-29', '2026-13-01', '2026-11-2', '11/20/2026', '20261120', '2026-11-20T09:00', '+002026-11-20', ''].some(
      isDate,
    ),
  ).toBe(false);
  expect(isTimeZone('America/New_York')).toBe(true);
  expect(['Eastern', '2026-11-20T09:00[America/New_York]', ''].some(isTimeZone)).toBe(false);
});
