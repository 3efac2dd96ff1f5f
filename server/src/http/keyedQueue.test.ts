import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KeyedQueue } from './keyedQueue.ts';

test('KeyedQueue: tasks with one key wait in order, and other keys do not wait for them', async () => {
  const queue = new KeyedQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, (fails?: Error) => void>();
  const start = (key: string, name: string) =>
    queue.run(key, () => {
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
  expect(await queue.run('a', async () => 'again')).toBe('again');
});
