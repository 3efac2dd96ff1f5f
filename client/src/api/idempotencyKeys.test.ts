import { expect, test } from 'vitest';
import { IdempotencyKeys } from './idempotencyKeys.ts';

test('idempotency: the same content keeps its key, other content or another address gets its own', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyOf('/a', { name: 'Ada' });

  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyOf('/a', { name: 'Ada' })).toBe(first);
  expect(keys.keyOf('/b', { name: 'Ada' })).not.toBe(first);
  expect(keys.keyOf('/a', { name: 'Bea' })).not.toBe(first);
});

test('idempotency: after an answer, the same content gets a new key', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyOf('/answered', { message: 'Hello' });

  keys.forget('/answered', first);

  expect(keys.keyOf('/answered', { message: 'Hello' })).not.toBe(first);
});

test('idempotency: an answer to an earlier request, or to a reading, leaves the key of the one under way', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyOf('/a', { text: 'Lunch' });
  const second = keys.keyOf('/a', { text: 'Tea' });

  keys.forget('/a', first);
  keys.forget('/a', null);

  expect(keys.keyOf('/a', { text: 'Tea' })).toBe(second);
});

test('idempotency: a request that was lost before another one succeeded gets a new key', () => {
  const keys = new IdempotencyKeys();
  const lost = keys.keyOf('/a', { text: 'Lunch' });
  keys.forget('/a', keys.keyOf('/a', { text: 'Tea' }));

  expect(keys.keyOf('/a', { text: 'Lunch' })).not.toBe(lost);
});

test('idempotency: after a change of account, the same content gets a new key', () => {
  const keys = new IdempotencyKeys();
  const first = keys.keyOf('/a', { message: 'More tea' });

  keys.forgetAll();

  expect(keys.keyOf('/a', { message: 'More tea' })).not.toBe(first);
});

test('idempotency: with a store, a key survives a reload until its answer; what the store has in another shape is ignored', () => {
  const stored = new Map<string, unknown>([['/old', 'another shape']]);
  const store = {
    read: (url: string) => stored.get(url),
    write: (url: string, sent: unknown) => void stored.set(url, sent),
    remove: (url: string) => void stored.delete(url),
    clear: () => stored.clear(),
  };
  const first = new IdempotencyKeys(store).keyOf('/a', { name: 'Ada' });
  const reloaded = new IdempotencyKeys(store);

  expect(reloaded.keyOf('/a', { name: 'Ada' })).toBe(first);
  expect(reloaded.keyOf('/old', {})).toMatch(/^[0-9a-f]{32}$/);
  reloaded.forget('/a', first);
  expect(new IdempotencyKeys(store).keyOf('/a', { name: 'Ada' })).not.toBe(first);
  reloaded.forgetAll();
  expect(stored.size).toBe(0);
});
