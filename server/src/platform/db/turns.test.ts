import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './guardPool.ts';
import { Turns } from './turns.ts';

test('so many run at once, the others in the order in which they came, also after a failure', async () => {
  const turns = new Turns(2, 60_000);
  const ends: PromiseWithResolvers<void>[] = [];
  const begun: number[] = [];
  const runs = [0, 1, 2, 3].map((number) => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return turns.run(() => {
      begun.push(number);
      return end.promise;
    });
  });
  await delay(0);
  expect(begun).toEqual([0, 1]);

  ends[1]?.reject(new Error('failed'));
  await expect(runs[1]).rejects.toThrow('failed');
  await delay(0);
  expect(begun).toEqual([0, 1, 2]);

  for (const end of ends) end.resolve();
  await Promise.allSettled(runs);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('who waits too long is refused, and takes no turn later', async () => {
  const turns = new Turns(1, 20);
  const end = Promise.withResolvers<void>();
  const first = turns.run(() => end.promise);
  await expect(turns.run(async () => 'late')).rejects.toThrow(DatabaseUnavailable);

  end.resolve();
  await first;
  expect(await turns.run(async () => 'next')).toBe('next');
});
