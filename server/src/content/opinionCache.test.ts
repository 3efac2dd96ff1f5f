import { expect, test } from 'vitest';
import type { Opinions } from './contentQueries.ts';
import { OpinionCache } from './opinionCache.ts';

const voted = (vote: 'up' | 'down'): Opinions => new Map([['keynote', { vote, comment: null }]]);

test('what was read is kept until it changes, for each account by itself', async () => {
  const asked: string[] = [];
  const cache = new OpinionCache(async (accountId) => {
    asked.push(accountId);
    return voted('up');
  });
  for (const accountId of ['ada', 'ada', 'bo', 'ada']) await cache.of(accountId);
  cache.changed('ada');
  for (const accountId of ['ada', 'bo']) await cache.of(accountId);

  expect(asked).toEqual(['ada', 'bo', 'ada']);
});

test('those who ask while it is read share one read', async () => {
  let reads = 0;
  const cache = new OpinionCache(async () => {
    reads += 1;
    return voted('up');
  });

  expect(await Promise.all([cache.of('ada'), cache.of('ada')])).toEqual([voted('up'), voted('up')]);
  expect(reads).toBe(1);
});

test('long comments count by their length: what was used longest ago makes room', async () => {
  const asked: string[] = [];
  const long: Opinions = new Map([['keynote', { vote: null, comment: '😀'.repeat(2_500) }]]);
  // Room for two such comments of 5,000 UTF-16 units.
  const cache = new OpinionCache(async (accountId) => {
    asked.push(accountId);
    return long;
  }, 25_000);
  for (const accountId of ['ada', 'bo', 'ada', 'cy', 'ada', 'cy', 'bo']) await cache.of(accountId);

  expect(asked).toEqual(['ada', 'bo', 'cy', 'bo']);
});

test('a read that a change overtakes does not stay', async () => {
  const reads = [Promise.withResolvers<Opinions>(), Promise.withResolvers<Opinions>()];
  let number = 0;
  const cache = new OpinionCache(() => reads[number++]?.promise ?? Promise.reject(new Error('two reads')));
  const before = cache.of('ada');
  cache.changed('ada');
  reads[0]?.resolve(voted('up'));
  reads[1]?.resolve(voted('down'));

  expect(await before).toEqual(voted('up'));
  expect(await cache.of('ada')).toEqual(voted('down'));
});

test('a read that failed is not kept', async () => {
  let fails = true;
  const cache = new OpinionCache(async () => {
    if (fails) throw new Error('away');
    return voted('up');
  });
  await expect(cache.of('ada')).rejects.toThrow('away');
  fails = false;

  expect(await cache.of('ada')).toEqual(voted('up'));
});
