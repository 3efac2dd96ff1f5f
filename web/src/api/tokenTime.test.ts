import { expect, test } from 'vitest';
import { hasExpired } from './tokenTime.ts';

const EXP = 1_780_000_000;
const token = (payload: object) =>
  ['head', Buffer.from(JSON.stringify(payload)).toString('base64url'), 'signature'].join('.');

test('hasExpired: true from the second in the exp claim', () => {
  expect(hasExpired(token({ exp: EXP }), EXP * 1000 - 1)).toBe(false);
  expect(hasExpired(token({ exp: EXP }), EXP * 1000)).toBe(true);
  // Characters that base64url and base64 encode differently.
  expect(hasExpired(token({ sub: '>>>???ÿÿÿ', exp: EXP }), EXP * 1000)).toBe(true);
});

test.each(['', 'opaque', 'a.b.c', 'a.%%%.c', token({}), token({ exp: 'soon' }), token([])])(
  'a token that says nothing we can read has not expired: %s',
  (text) => {
    expect(hasExpired(text, Number.MAX_SAFE_INTEGER)).toBe(false);
  },
);
