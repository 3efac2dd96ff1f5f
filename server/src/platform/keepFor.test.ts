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
