import { expect, test } from 'vitest';
import { forgetIdempotencyKey, forgetIdempotencyKeys, idempotencyKey } from './idempotencyKey.ts';

test('idempotency: the same content keeps its key, other content or another address gets its own', () => {
  const first = idempotencyKey('/a', { name: 'Ada' });

  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(idempotencyKey('/a', { name: 'Ada' })).toBe(first);
  expect(idempotencyKey('/b', { name: 'Ada' })).not.toBe(first);
  expect(idempotencyKey('/a', { name: 'Bea' })).not.toBe(first);
});

test('idempotency: after an answer, the same content gets a new key', () => {
  const first = idempotencyKey('/answered', { message: 'Hello' });

  forgetIdempotencyKey('/answered');

  expect(idempotencyKey('/answered', { message: 'Hello' })).not.toBe(first);
});

test('idempotency: after a change of account, the same content gets a new key', () => {
  const first = idempotencyKey('/a', { message: 'More tea' });

  forgetIdempotencyKeys();

  expect(idempotencyKey('/a', { message: 'More tea' })).not.toBe(first);
});
