import { expect, test } from 'vitest';
import { shareText } from './ShareBar.tsx';

test.each([
  [1, 3, '33%'],
  [2, 3, '67%'],
  [0, 0, '0%'],
])('share: %i of %i is %s', (count, n, text) => {
  expect(shareText(count, n)).toBe(text);
});
