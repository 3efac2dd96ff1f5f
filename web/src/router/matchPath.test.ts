import { expect, test } from 'vitest';
import { matchPath } from './matchPath.ts';

test.each([
  ['/login', '/login', {}],
  ['/', '/', {}],
  ['/login', '/Login/', {}],
  ['/login', '/login/more', undefined],
  ['/login', '/', undefined],
  ['/polls/:campaignId/:questionId', '/polls/c1/q%201', { campaignId: 'c1', questionId: 'q 1' }],
  ['/polls/:campaignId/:questionId', '/polls/c1/50%', { campaignId: 'c1', questionId: '50%' }],
  ['/polls/:campaignId/:questionId', '/polls/c1/a%2Fb', { campaignId: 'c1', questionId: 'a/b' }],
  ['/polls/:campaignId/:questionId', '/polls/c1/', undefined],
  ['/polls/:campaignId/:questionId', '/polls//q1', undefined],
])('%s and %s', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params);
});
