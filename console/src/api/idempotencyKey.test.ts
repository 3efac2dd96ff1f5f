import { expect, test } from 'vitest';
import { idempotencyKey, noteSent } from './idempotencyKey.ts';

test('idempotency key: what is sent again after a lost answer has its key; other content, or after a success, has not', () => {
  const [url, body] = ['/plan', { text: 'Lunch' }];
  const first = idempotencyKey(url, body);
  expect(idempotencyKey(url, body)).not.toBe(first);

  noteSent(url, body, first, false);
  expect(idempotencyKey(url, { text: 'Lunch' })).toBe(first);
  expect(idempotencyKey('/other', body)).not.toBe(first);
  expect(idempotencyKey(url, { text: 'Tea' })).not.toBe(first);

  noteSent(url, body, first, true);
  expect(idempotencyKey(url, body)).not.toBe(first);
});
