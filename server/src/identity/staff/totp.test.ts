import { expect, test } from 'vitest';
import { base32, matchTotp, totpOf } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('totp: gives the codes of the test vectors in RFC 6238, shortened to six digits', () => {
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors)
    expect([seconds, totpOf(SECRET, Math.floor(seconds / 30))]).toEqual([seconds, code]);
});

test('totp: a code matches in its own step of time and the two next to it', () => {
  const step = 37_037_036;
  const code = totpOf(SECRET, step);
  const at = (steps: number) => matchTotp(SECRET, code, (step + steps) * 30_000);

  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  expect(matchTotp(SECRET, '', step * 30_000)).toBeUndefined();
});

test('totp: base32 is that of RFC 4648, without padding', () => {
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
});
