import { expect, test } from 'vitest';
import { returnPath } from './returnPath.ts';

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
