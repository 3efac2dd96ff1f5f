import { expect, test } from 'vitest';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { sessionCache } from './sessionCache.ts';

test('sessionCache: holds 20,000 tokens, evicts the least recently used and forgets an ended session', () => {
  // The cache only uses the handle as a key, to keep two servers in one process apart.
  const cache = sessionCache({ db: {} as ReadDatabase });
  const keep = (index: number) => {
    const signedIn = { accountId: `account-${index}`, sessionId: `session-${index}` };
    cache.keep(
      `token-${index}`,
      { signedIn, registeredElsewhere: false, expiresAt: 10_000, lookedUpAt: 1_000 },
      cache.endings,
    );
  };
  for (let index = 0; index <= 20_000; index++) keep(index);

  expect(cache.find('token-0', 2_000)).toBeUndefined();
  expect(cache.find('token-1', 2_000)?.signedIn).toEqual({ accountId: 'account-1', sessionId: 'session-1' });
  cache.forget({ sessionId: 'session-1' });
  cache.forget({ accountId: 'account-2' });
  expect([cache.find('token-1', 2_000), cache.find('token-2', 2_000)]).toEqual([undefined, undefined]);
  expect(cache.find('token-3', 2_000)).toBeDefined();
});

test('sessionCache: a token keeps its claims until it expires, and its session must be looked up after 4 s', () => {
  const cache = sessionCache({ db: {} as ReadDatabase });
  const signedIn = { accountId: 'account', sessionId: 'session' };
  cache.keep('token', { signedIn, registeredElsewhere: false, expiresAt: 10_000, lookedUpAt: 1_000 }, cache.endings);

  expect(cache.find('token', 4_999)).toMatchObject({ signedIn, isFresh: true });
  expect(cache.find('token', 5_000)).toMatchObject({ signedIn, isFresh: false });
  // The clock was set back, and comes to that time again.
  expect(cache.find('token', 999)).toMatchObject({ signedIn, isFresh: false });
  expect(cache.find('token', 1_001)).toMatchObject({ signedIn, isFresh: false });
  expect(cache.find('token', 10_000)).toBeUndefined();
});
