import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HallCount, HallCounts } from './hallCounts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts that a test answers, in any order. */
function slowCounts() {
  const answers: ((count: HallCount | Error) => void)[] = [];
  const counts = new HallCounts(
    () =>
      new Promise((resolve, reject) => {
        answers.push((count) => (count instanceof Error ? reject(count) : resolve(count)));
      }),
  );
  return { counts, answers };
}

test('hall counts: at most once a second, for all who ask, and at once after a change (decision 051)', async () => {
  const read = vi.fn(async () => ({ pending: read.mock.calls.length, upvotes: 0 }));
  const counts = new HallCounts(read);
  await Promise.all([counts.update(), counts.update()]);
  vi.advanceTimersByTime(900);
  await counts.update();
  expect(counts.current.pending).toBe(1);
  vi.advanceTimersByTime(100);
  await counts.update();
  expect(counts.current.pending).toBe(2);
  counts.expire();
  await counts.update();
  expect(counts.current.pending).toBe(3);
});

test('hall counts: one that was begun before a change does not replace the one after it', async () => {
  const { counts, answers } = slowCounts();
  const old = counts.update();
  counts.expire();
  const current = counts.update();
  answers[1]?.({ pending: 2, upvotes: 0 });
  answers[0]?.({ pending: 1, upvotes: 0 });
  await Promise.all([old, current]);
  expect(counts.current.pending).toBe(2);
});

test('hall counts: after a failure the next one is counted at once', async () => {
  const { counts, answers } = slowCounts();
  const failing = counts.update();
  answers[0]?.(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const next = counts.update();
  answers[1]?.({ pending: 1, upvotes: 0 });
  await next;
  expect(counts.current.pending).toBe(1);
});
