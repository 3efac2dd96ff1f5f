import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedQueue } from './keyedQueue.ts';

const stays = () => false;

test('KeyedQueue: tasks with one key wait in order, and other keys do not wait for them', async () => {
  const queue = new KeyedQueue({ atOnce: 2, maxWaiting: 2, longestWait: 60_000 });
  const begun: string[] = [];
  const ends = new Map<string, (fails?: Error) => void>();
  const start = (key: string, name: string) =>
    queue.run(key, stays, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const work = ['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name));
  const other = start('b', 'b1');
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);

  const failed = expect(work[0]).rejects.toThrow('broken');
  ends.get('a1')?.(new Error('broken'));
  await failed;
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);

  for (const name of ['a2', 'a3', 'b1']) ends.get(name)?.();
  await nextTurn();
  ends.get('a4')?.();
  expect(await Promise.all([...work.slice(1), other])).toEqual(['a2', 'a3', 'a4', 'b1']);
  expect(await queue.run('a', stays, async () => 'again')).toBe('again');
});

test('KeyedQueue: work beyond the limit, and work that has waited too long, is unavailable with a time to retry', async () => {
  const queue = new KeyedQueue({ atOnce: 1, maxWaiting: 1, longestWait: 20 });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const first = queue.run('a', stays, () => ended);
  const begun: string[] = [];
  const begin = (name: string) => async () => {
    begun.push(name);
  };
  const second = queue.run('a', stays, begin('second'));
  const unavailable = { kind: 'unavailable', retryAfterMs: expect.any(Number) };
  await Promise.all([
    expect(queue.run('a', stays, begin('third'))).rejects.toMatchObject(unavailable),
    expect(second).rejects.toMatchObject(unavailable),
  ]);
  await queue.run('b', stays, begin('other'));

  end();
  await first;
  await queue.run('a', stays, begin('again'));
  expect(begun).toEqual(['other', 'again']);
});

test('KeyedQueue: waiting work whose client has left is dropped, and takes up no place', async () => {
  const queue = new KeyedQueue({ atOnce: 1, maxWaiting: 2, longestWait: 60_000 });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const begin = (name: string) => async () => {
    begun.push(name);
  };
  let left = false;
  const first = queue.run('a', stays, () => ended);
  const leaving = [1, 2].map((n) => queue.run('a', () => left, begin(`left ${n}`)));
  left = true;
  const last = queue.run('a', stays, begin('last'));
  for (const each of leaving) await expect(each).rejects.toThrow('aborted');

  end();
  await Promise.all([first, last]);
  expect(begun).toEqual(['last']);
});
