import { expect, test } from 'vitest';
import { meanOf } from './pollFigures.ts';

test('mean: of a scale, and of nothing else', () => {
  const counts = [1, 0, 0, 0, 3];
  expect(meanOf({ questionTypes: 'range-number-5' }, { counts })).toBe(4);
  expect(meanOf({ questionTypes: 'range-face-5' }, { counts: [0, 0, 0, 0, 0] })).toBeUndefined();
  expect(meanOf({ questionTypes: 'options' }, { counts })).toBeUndefined();
});
