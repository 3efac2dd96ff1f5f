import { readableEventInfo } from '@companion/contract/event';
import { expect, test } from 'vitest';
import { eventInfo } from '../api/eventInfo.ts';
import { daysText } from './timeText.ts';

eventInfo.set(readableEventInfo.parse({ timeZone: 'America/New_York' }));

test.each([
  ['2026-11-27T14:00:00Z', '2026-11-28T22:00:00Z', 'November 27 – 28, 2026'],
  // A party until half past midnight.
  ['2026-11-27T14:00:00Z', '2026-11-29T05:30:00Z', 'November 27 – 28, 2026'],
  // Without sessions, to the end of its last day.
  ['2026-11-27T05:00:00Z', '2026-11-29T05:00:00Z', 'November 27 – 28, 2026'],
  ['2026-11-27T05:00:00Z', '2026-11-28T05:00:00Z', 'November 27, 2026'],
  ['2026-11-27T14:00:00Z', '2026-11-27T15:00:00Z', 'November 27, 2026'],
])('days: from %s to %s they are %s', (start, end, days) => {
  expect(daysText(start, end).replaceAll('\u2009', ' ')).toBe(days);
});
