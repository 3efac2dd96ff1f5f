import { readableEventInfo } from '@companion/contract/event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatDay, formatDuration, formatTime, formatTimeWithZone, isSameDay } from './formatTime.ts';
import { keepEvent } from './session/keptEvent.ts';
import { MINUTE_MS } from './time.ts';

const instant = (iso: string) => Date.parse(iso);
const inZone = (timeZone: string) => keepEvent({ ...readableEventInfo.parse({}), timeZone });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('times of the event (§9: America/New_York)', () => {
  beforeEach(() => inZone('America/New_York'));

  test.each(['Asia/Tokyo', 'America/Los_Angeles', 'America/New_York'])('a phone in %s shows the same time', (zone) => {
    vi.stubEnv('TZ', zone);
    const nine = instant('2026-06-09T13:00:00Z');
    expect(formatTime(nine)).toBe('9:00 AM');
    expect(formatTimeWithZone(nine)).toBe('9:00 AM ET');
    expect(formatDay(nine)).toBe('Tuesday, June 9');
  });

  test('the zone has the same name in winter', () => {
    expect(formatTimeWithZone(instant('2026-12-09T14:00:00Z'))).toBe('9:00 AM ET');
  });

  test('in spring an hour is skipped', () => {
    expect(formatTime(instant('2026-03-08T06:59:00Z'))).toBe('1:59 AM');
    expect(formatTime(instant('2026-03-08T07:00:00Z'))).toBe('3:00 AM');
  });

  test('in autumn an hour comes twice', () => {
    expect(formatTime(instant('2026-11-01T05:30:00Z'))).toBe('1:30 AM');
    expect(formatTime(instant('2026-11-01T06:30:00Z'))).toBe('1:30 AM');
    expect(formatTime(instant('2026-11-01T14:00:00Z'))).toBe('9:00 AM');
  });

  test('a day ends at midnight in New York', () => {
    const evening = instant('2026-06-10T03:59:00Z');
    expect(isSameDay(instant('2026-06-09T13:00:00Z'), evening)).toBe(true);
    expect(isSameDay(evening, instant('2026-06-10T04:00:00Z'))).toBe(false);
  });

  test('midnight and noon are 12:00 AM and 12:00 PM', () => {
    expect(formatTime(instant('2026-06-09T04:00:00Z'))).toBe('12:00 AM');
    expect(formatTime(instant('2026-06-09T16:00:00Z'))).toBe('12:00 PM');
  });

  test('a duration is rounded up to the minute', () => {
    expect([1, MINUTE_MS, 59 * MINUTE_MS + 1, 80 * MINUTE_MS, 0, -5].map(formatDuration)).toEqual([
      '1 min',
      '1 min',
      '1 h',
      '1 h 20 min',
      '0 min',
      '0 min',
    ]);
  });
});

describe('times of an event in another zone', () => {
  test.each([
    ['Europe/Berlin', '2026-10-24T07:00:00Z', '9:00 AM CEST', 'Saturday, October 24'],
    ['Europe/Berlin', '2026-10-26T08:00:00Z', '9:00 AM CET', 'Monday, October 26'],
    ['America/Chicago', '2026-10-26T14:00:00Z', '9:00 AM CT', 'Monday, October 26'],
    ['Asia/Tokyo', '2026-10-26T00:00:00Z', '9:00 AM GMT+9', 'Monday, October 26'],
  ])('%s: %s is %s on %s', (zone, iso, time, day) => {
    inZone(zone);
    expect([formatTimeWithZone(instant(iso)), formatDay(instant(iso))]).toEqual([time, day]);
  });

  test.each(['', 'Nowhere/Unknown'])('a phone that does not know the zone %j shows its own, and says so', (zone) => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    inZone(zone);
    expect(formatTimeWithZone(instant('2026-10-26T00:00:00Z'))).toBe('9:00 AM GMT+9');
  });

  test('a zone that arrives later replaces the one before', () => {
    const nine = instant('2026-06-09T13:00:00Z');
    inZone('America/New_York');
    expect(formatTimeWithZone(nine)).toBe('9:00 AM ET');
    inZone('Europe/Berlin');
    expect(formatTimeWithZone(nine)).toBe('3:00 PM CEST');
    expect(isSameDay(instant('2026-06-09T21:30:00Z'), instant('2026-06-09T22:30:00Z'))).toBe(false);
  });
});
