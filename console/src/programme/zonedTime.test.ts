import { expect, test } from 'vitest';
import { instantOf, localTime } from './zonedTime.ts';

const NEW_YORK = 'America/New_York';
const iso = (zone: string, local: string) => new Date(instantOf(zone, local) ?? Number.NaN).toISOString();

test.each([
  [NEW_YORK, '2026-11-20T09:00', '2026-11-20T14:00:00.000Z'],
  [NEW_YORK, '2026-07-01T00:00', '2026-07-01T04:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01T00:15', '2025-12-31T18:45:00.000Z'],
  ['Pacific/Apia', '2026-06-01T23:59', '2026-06-01T10:59:00.000Z'],
  // Shown twice: the first.
  [NEW_YORK, '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  // Skipped: as long after the change.
  [NEW_YORK, '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
])('time of a zone: in %s clocks show %s at %s', (zone, local, instant) => {
  expect(iso(zone, local)).toBe(instant);
});

test('time of a zone: as a field has it, and what is no time', () => {
  expect(localTime(NEW_YORK, Date.parse('2026-11-20T05:03:59Z'))).toBe('2026-11-20T00:03');
  expect(instantOf(NEW_YORK, '')).toBeUndefined();
});
