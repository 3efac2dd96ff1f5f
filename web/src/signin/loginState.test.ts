import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import { readSentSignIn, returnPath, writeSentSignIn } from './loginState.ts';

const from = (pathname: unknown, rest = {}) => ({ from: { pathname, ...rest } });

test('returnPath: the page from which the guard redirected, with query and hash (decision 031)', () => {
  expect(returnPath(from('/polls/a/b', { search: '?x=1', hash: '#y' }))).toBe('/polls/a/b?x=1#y');
});

test.each([
  undefined,
  null,
  {},
  from(undefined),
  from('https://evil.example/'),
  from('//evil.example/'),
  from('/\\evil.example/'),
  from('javascript:alert(1)'),
  from('/logout'),
  from('/logout/'),
  from('/Logout'),
])('sign-in: %j leads to the dashboard', (state) => {
  expect(returnPath(state)).toBe('/dashboard');
});

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
