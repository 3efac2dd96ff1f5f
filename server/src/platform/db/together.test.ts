import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './guardPool.ts';
import { together } from './together.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('what is asked in one round is done at once, each item once', async () => {
  const done: number[][] = [];
  const ask = together<number>(async (items) => void done.push(items));
  await Promise.all(upTo(50).map(ask));

  expect(done).toEqual([upTo(50)]);
});

test('a flood while two are under way makes few and large ones', async () => {
  const sizes: number[] = [];
  const ask = together<number>(async (items) => {
    sizes.push(items.length);
    await delay(20);
  });
  const asked: Promise<void>[] = [];
  for (const item of upTo(60)) {
    asked.push(ask(item));
    await new Promise(setImmediate);
  }
  await Promise.all(asked);

  expect(sizes.reduce((sum, size) => sum + size)).toBe(60);
  expect(sizes.length).toBeLessThan(10);
});

test('an error in one fails that one alone', async () => {
  const kept = new Set<number>();
  const ask = together<number>(async (items) => {
    if (items.includes(3)) throw new Error('no three');
    for (const item of items) kept.add(item);
  });
  const results = await Promise.allSettled(upTo(5).map(ask));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { message: 'no three' } });
  expect([...kept]).toEqual([1, 2, 4, 5]);
});

test('a database that cannot do its work now is not asked once more for each', async () => {
  let asked = 0;
  const ask = together<number>(async () => {
    asked += 1;
    throw new DatabaseUnavailable('away');
  });
  const results = await Promise.allSettled(upTo(50).map(ask));

  expect(results).toMatchObject(Array(50).fill({ status: 'rejected', reason: { message: 'away' } }));
  expect(asked).toBe(1);
});

test('after a failure the next is served', async () => {
  let fails = true;
  const ask = together<number>(async () => {
    if (fails) throw new Error('away');
  });
  await expect(ask(1)).rejects.toThrow('away');
  fails = false;

  await ask(2);
});
