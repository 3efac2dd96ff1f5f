import { expect, test } from 'vitest';
import { keepFor } from './keepFor.ts';

/** Counts its readings; each answers with its number once it may finish. */
function start() {
  let time = 0;
  const pending: (() => void)[] = [];
  const kept = keepFor({ now: () => time }, 1000, () => {
    const number = ++readings.begun;
    return new Promise<number>((resolve) => pending.push(() => resolve(number)));
  });
  const readings = {
    begun: 0,
    kept,
    finish: () => {
      for (const resolve of pending.splice(0)) resolve();
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
  return readings;
}

test('keepFor: one reading for all who ask within its time', async () => {
  const readings = start();
  const both = Promise.all([readings.kept.current(), readings.kept.currentUnless(() => false)]);
  readings.finish();
  expect(await both).toEqual([1, 1]);
  readings.pass(999);
  expect(await readings.kept.current()).toBe(1);
  readings.pass(1);
  const again = readings.kept.current();
  readings.finish();
  expect(await again).toBe(2);
});

test('keepFor: callers that need a newer value share one new reading, which then serves everyone', async () => {
  const readings = start();
  const first = readings.kept.current();
  readings.finish();
  await first;

  const all = Promise.all(Array.from({ length: 20 }, () => readings.kept.currentUnless((number) => number < 2)));
  await expect.poll(() => readings.begun).toBe(2);
  readings.finish();
  expect(await all).toEqual(Array(20).fill(2));
  expect(await readings.kept.current()).toBe(2);
  expect(readings.begun).toBe(2);
});

test('keepFor: a caller that no value satisfies gets what was begun for it', async () => {
  const readings = start();
  const first = readings.kept.current();
  readings.finish();
  await first;
  const second = readings.kept.currentUnless(() => true);
  await expect.poll(() => readings.begun).toBe(2);
  readings.finish();
  expect(await second).toBe(2);
});

/** Readings that a test answers, in any order. */
function slowReadings() {
  const answers: ((number: number | Error) => void)[] = [];
  const kept = keepFor(
    { now: () => 0 },
    1000,
    () =>
      new Promise<number>((resolve, reject) => {
        answers.push((number) => (number instanceof Error ? reject(number) : resolve(number)));
      }),
  );
  return { kept, answers };
}

test('keepFor: a reading that was begun before a change does not replace the one after it', async () => {
  const { kept, answers } = slowReadings();
  const old = kept.current();
  kept.forget();
  const current = kept.current();
  answers[1]?.(2);
  answers[0]?.(1);
  await Promise.all([old, current]);
  expect(kept.latest).toBe(2);
});

test('keepFor: after a failure the next one is read at once', async () => {
  const { kept, answers } = slowReadings();
  const failing = kept.current();
  answers[0]?.(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const next = kept.current();
  answers[1]?.(1);
  await next;
  expect(kept.latest).toBe(1);
});

test('keepFor: what is forgotten is read at once, and the newest value is known without waiting', async () => {
  const readings = start();
  expect(readings.kept.latest).toBeUndefined();
  const first = readings.kept.current();
  readings.finish();
  await first;
  expect(readings.kept.latest).toBe(1);
  readings.kept.forget();
  expect(readings.kept.latest).toBe(1);
  const next = readings.kept.current();
  readings.finish();
  await next;
  expect(readings.kept.latest).toBe(2);
});
