import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './guardPool.ts';
import { Semaphore } from './semaphore.ts';

test('semaphore: a limited number of tasks run at once, the others in order, also after a failure', async () => {
  const semaphore = new Semaphore(2, 60_000);
  const ends: PromiseWithResolvers<void>[] = [];
  const begun: number[] = [];
  const runs = [0, 1, 2, 3].map((number) => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return semaphore.run(() => {
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

test('semaphore: a task that waits too long is rejected and never runs', async () => {
  const semaphore = new Semaphore(1, 20);
  const end = Promise.withResolvers<void>();
  const first = semaphore.run(() => end.promise);
  await expect(semaphore.run(async () => 'late')).rejects.toThrow(DatabaseUnavailable);

  end.resolve();
  await first;
  expect(await semaphore.run(async () => 'next')).toBe('next');
});
