import { expect, test } from 'vitest';
import { backoffMs } from './backoffMs.ts';

test('backoff: any time up to a limit that doubles with each repetition, and no longer than the maximum', () => {
  const limits = { baseMs: 1000, maxMs: 5000 };
  const pauses = (random: number) => [0, 1, 2, 3, 50].map((repetition) => backoffMs(repetition, limits, () => random));
  expect(pauses(0)).toEqual([0, 0, 0, 0, 0]);
  expect(pauses(0.5)).toEqual([500, 1000, 2000, 2500, 2500]);
  expect(pauses(1)).toEqual([1000, 2000, 4000, 5000, 5000]);
});
