import { expect, test } from 'vitest';
import { meanOf, shareText } from './pollFigures.ts';

test.each([
  [1, 3, '33 %'],
  [2, 3, '67 %'],
  [0, 0, '0 %'],
])('share: %i of %i is %s', (count, n, text) => {
  expect(shareText(count, n)).toBe(text);
});

test('mean: of a scale, and of nothing else', () => {
  const counts = [1, 0, 0, 0, 3];
  expect(meanOf({ questionTypes: 'range-number-5' }, { counts })).toBe(4);
  expect(meanOf({ questionTypes: 'range-face-5' }, { counts: [0, 0, 0, 0, 0] })).toBeUndefined();
  expect(meanOf({ questionTypes: 'options' }, { counts })).toBeUndefined();
});
