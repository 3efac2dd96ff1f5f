import { expect, test } from 'vitest';
import { backoffMs, retryAfterMs } from './backoff.ts';

test('backoff: any time up to a limit that doubles with each repetition, and no longer than the maximum', () => {
  const limits = { baseMs: 1000, maxMs: 5000 };
  const pauses = (random: number) => [0, 1, 2, 3, 50].map((repetition) => backoffMs(repetition, limits, () => random));
  expect(pauses(0)).toEqual([0, 0, 0, 0, 0]);
  expect(pauses(0.5)).toEqual([500, 1000, 2000, 2500, 2500]);
  expect(pauses(1)).toEqual([1000, 2000, 4000, 5000, 5000]);
});

test('Retry-After: reads seconds and dates, and ignores the rest', () => {
  const now = Date.parse('2026-06-09T13:00:00Z');
  const read = (value?: string) => retryAfterMs(new Headers(value === undefined ? {} : { 'Retry-After': value }), now);
  expect(read('2')).toBe(2000);
  expect(read('Tue, 09 Jun 2026 13:00:30 GMT')).toBe(30_000);
  expect(read('Tue, 09 Jun 2026 12:00:00 GMT')).toBe(0);
  for (const value of [undefined, '', 'soon', '-5x']) expect(read(value)).toBeUndefined();
  expect(retryAfterMs(undefined)).toBeUndefined();
});
