import { expect, test } from 'vitest';
import { deriveKeys, seal, unseal } from './deriveKeys.ts';

const keys = deriveKeys('a secret of these tests, long enough');

test('unseal: it returns what was sealed, also an empty text', () => {
  for (const text of ['', 'a text with ä and 👩🏽‍🚀']) expect(unseal(keys, seal(keys, text))).toBe(text);
});

test('unseal: what is too short for a whole tag is rejected unread, since a part of a tag can be guessed', () => {
  const bytes = Buffer.from(seal(keys, ''), 'base64url');
  for (let length = 0; length < bytes.length; length++) {
    expect(() => unseal(keys, bytes.subarray(0, length).toString('base64url'))).toThrow('too short');
  }
});

test('unseal: a changed byte, or another key, is rejected', () => {
  const sealed = seal(keys, 'a text');
  const changed = Buffer.from(sealed, 'base64url');
  changed.writeUInt8(changed.readUInt8(14) ^ 1, 14);
  expect(() => unseal(keys, changed.toString('base64url'))).toThrow();
  expect(() => unseal(deriveKeys('another secret of these tests'), sealed)).toThrow();
});
