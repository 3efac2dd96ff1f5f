import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import { readSentSignIn, writeSentSignIn } from './sentSignIn.ts';

test('sent sign-in: is returned only while its code is valid', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  expect(readSentSignIn()).toBeUndefined();

  writeSentSignIn({ to: '(202) 555-0143', byMail: false });

  expect(readSentSignIn()).toEqual({ to: '(202) 555-0143', byMail: false });
  expect(readSentSignIn(Date.now() + 9 * MINUTE_MS)).toEqual({ to: '(202) 555-0143', byMail: false });
  expect(readSentSignIn(Date.now() + 11 * MINUTE_MS)).toBeUndefined();
});
