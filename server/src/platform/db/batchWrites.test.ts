import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchWrites } from './batchWrites.ts';
import { DatabaseUnavailable } from './guardPool.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('batchWrites: items of one round of the event loop are written in one batch, each once', async () => {
  const done: number[][] = [];
  const write = batchWrites<number>(async (items) => void done.push(items));
  await Promise.all(upTo(50).map(write));

  expect(done).toEqual([upTo(50)]);
});

test('batchWrites: items that arrive while two batches run wait for few large batches', async () => {
  const sizes: number[] = [];
  const write = batchWrites<number>(async (items) => {
    sizes.push(items.length);
    await delay(20);
  });
  const pending: Promise<void>[] = [];
  for (const item of upTo(60)) {
    pending.push(write(item));
    await new Promise(setImmediate);
  }
  await Promise.all(pending);

  expect(sizes.reduce((sum, size) => sum + size)).toBe(60);
  expect(sizes.length).toBeLessThan(10);
});

test('batchWrites: items that are gathered for a while are written in one batch', async () => {
  const done: number[][] = [];
  const write = batchWrites<number>(async (items) => void done.push(items), 500);
  const pending = upTo(3).map(async (item) => {
    await delay(item * 10);
    await write(item);
  });
  await Promise.all(pending);

  expect(done).toEqual([upTo(3)]);
});

test('batchWrites: an error in one item fails that one alone', async () => {
  const kept = new Set<number>();
  const write = batchWrites<number>(async (items) => {
    if (items.includes(3)) throw new Error('no three');
    for (const item of items) kept.add(item);
  });
  const results = await Promise.allSettled(upTo(5).map(write));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { message: 'no three' } });
  expect([...kept]).toEqual([1, 2, 4, 5]);
});

test('batchWrites: no item is retried alone while the database is unavailable', async () => {
  let calls = 0;
  const write = batchWrites<number>(async () => {
    calls += 1;
    throw new DatabaseUnavailable('away');
  });
  const results = await Promise.allSettled(upTo(50).map(write));

  expect(results).toMatchObject(Array(50).fill({ status: 'rejected', reason: { message: 'away' } }));
  expect(calls).toBe(1);
});

test('batchWrites: the next item after a failure is written', async () => {
  let fails = true;
  const write = batchWrites<number>(async () => {
    if (fails) throw new Error('away');
  });
  await expect(write(1)).rejects.toThrow('away');
  fails = false;

  await write(2);
});
