import { expect, test } from 'vitest';
import { readRetryAfter } from './retryAfter.ts';

test('Retry-After: reads seconds and dates, and ignores the rest', () => {
  const now = Date.parse('2026-06-09T13:00:00Z');
  const read = (value?: string | null) => readRetryAfter(value, now);
  expect(read('2')).toBe(2000);
  expect(read('Tue, 09 Jun 2026 13:00:30 GMT')).toBe(30_000);
  expect(read('Tue, 09 Jun 2026 12:00:00 GMT')).toBe(0);
  for (const value of [undefined, null, '', 'soon', '-5x']) expect(read(value)).toBeUndefined();
});
