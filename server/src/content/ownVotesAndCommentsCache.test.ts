import { expect, test } from 'vitest';
import type { VotesAndComments } from './contentQueries.ts';
import { OwnVotesAndCommentsCache } from './ownVotesAndCommentsCache.ts';

const voted = (vote: 'up' | 'down'): VotesAndComments => new Map([['keynote', { vote, comment: null }]]);
const ready = (vote: 'up' | 'down') => ({
  tag: expect.any(String),
  texts: new Map([['keynote', `"vote":"${vote}","comment":null`]]),
});

test('cache of votes and comments: they are cached until they change, per account', async () => {
  const reads: string[] = [];
  const cache = new OwnVotesAndCommentsCache(async (accountId) => {
    reads.push(accountId);
    return voted('up');
  });
  for (const accountId of ['ada', 'ada', 'bo', 'ada']) await cache.of(accountId);
  cache.changed('ada');
  for (const accountId of ['ada', 'bo']) await cache.of(accountId);

  expect(reads).toEqual(['ada', 'bo', 'ada']);
});

test('cache of votes and comments: concurrent requests share one read', async () => {
  let reads = 0;
  const cache = new OwnVotesAndCommentsCache(async () => {
    reads += 1;
    return voted('up');
  });

  expect(await Promise.all([cache.of('ada'), cache.of('ada')])).toEqual([ready('up'), ready('up')]);
  expect(reads).toBe(1);
});

test('cache of votes and comments: long comments count by their length; the least recently used are evicted', async () => {
  const reads: string[] = [];
  const long: VotesAndComments = new Map([['keynote', { vote: null, comment: '😀'.repeat(2_500) }]]);
  // Room for two such comments of 5,000 UTF-16 units.
  const cache = new OwnVotesAndCommentsCache(
    async (accountId) => {
      reads.push(accountId);
      return long;
    },
    { maxBytes: 25_000 },
  );
  for (const accountId of ['ada', 'bo', 'ada', 'cy', 'ada', 'cy', 'bo']) await cache.of(accountId);

  expect(reads).toEqual(['ada', 'bo', 'cy', 'bo']);
});

test('cache of votes and comments: text and tag are built once per change, and the tag depends on them alone', async () => {
  let made = 0;
  const voteOn = (id: string) => ({
    vote: null,
    comment: null,
    toJSON: () => {
      made += 1;
      return { vote: null, comment: id };
    },
  });
  const said = (...ids: string[]): VotesAndComments => new Map(ids.map((id) => [id, voteOn(id)]));
  const states = [said('a', 'b'), said('b', 'a'), said('a')];
  let reads = 0;
  const cache = new OwnVotesAndCommentsCache(async () => states[reads++] ?? new Map());
  const first = await cache.of('ada');
  for (let again = 0; again < 20; again += 1) expect(await cache.of('ada')).toBe(first);
  expect(made).toBe(2);

  cache.changed('ada');
  expect((await cache.of('ada')).tag).toBe(first.tag);
  cache.changed('ada');
  expect((await cache.of('ada')).tag).not.toBe(first.tag);
  expect(made).toBe(5);
});

test('cache of votes and comments: where other nodes write too, they are read when their version changes, and never where there are none', async () => {
  let version: string | null = null;
  let reads = 0;
  const cache = new OwnVotesAndCommentsCache(
    async () => {
      reads += 1;
      return voted(version === 'second' ? 'down' : 'up');
    },
    { versionOf: async () => version },
  );
  expect((await cache.of('ada')).texts.size).toBe(0);
  expect(reads).toBe(0);
  for (const [next, vote] of [
    ['first', 'up'],
    ['second', 'down'],
  ] as const) {
    version = next;
    for (let again = 0; again < 3; again += 1) expect(await cache.of('ada')).toEqual(ready(vote));
  }
  expect(reads).toBe(2);
});

test('cache of votes and comments: a request after a change on another node does not share an earlier read', async () => {
  const reads = [Promise.withResolvers<VotesAndComments>(), Promise.withResolvers<VotesAndComments>()];
  let number = 0;
  let version = 'first';
  const cache = new OwnVotesAndCommentsCache(() => reads[number++]?.promise ?? Promise.reject(new Error('two reads')), {
    versionOf: async () => version,
  });
  const before = cache.of('ada');
  await Promise.resolve();
  version = 'second';
  const after = cache.of('ada');
  reads[1]?.resolve(voted('down'));
  expect(await after).toEqual(ready('down'));
  reads[0]?.resolve(voted('up'));
  await before;

  expect(await cache.of('ada')).toEqual(ready('down'));
});

test('cache of votes and comments: a read that a change overtakes is not cached', async () => {
  const reads = [Promise.withResolvers<VotesAndComments>(), Promise.withResolvers<VotesAndComments>()];
  let number = 0;
  const cache = new OwnVotesAndCommentsCache(() => reads[number++]?.promise ?? Promise.reject(new Error('two reads')));
  const before = cache.of('ada');
  cache.changed('ada');
  reads[0]?.resolve(voted('up'));
  reads[1]?.resolve(voted('down'));

  expect(await before).toEqual(ready('up'));
  expect(await cache.of('ada')).toEqual(ready('down'));
});

test('cache of votes and comments: a failed read is not cached', async () => {
  let fails = true;
  const cache = new OwnVotesAndCommentsCache(async () => {
    if (fails) throw new Error('away');
    return voted('up');
  });
  await expect(cache.of('ada')).rejects.toThrow('away');
  fails = false;

  expect(await cache.of('ada')).toEqual(ready('up'));
});
