import { expect, test } from 'vitest';
import { agree } from './compareWithSimulation.ts';

test('comparison: figures agree within a factor of two, or within the noise; counts exactly', () => {
  expect(agree({ measured: 900, simulated: 450 })).toBe(true);
  expect(agree({ measured: 900, simulated: 449 })).toBe(false);
  expect(agree({ measured: 449, simulated: 900 })).toBe(false);
  expect(agree({ measured: 1, simulated: 51 })).toBe(true);
  expect(agree({ simulated: 51 })).toBe(false);
  expect(agree({ measured: 5_000, simulated: 5_000, isExact: true })).toBe(true);
  expect(agree({ measured: 4_999, simulated: 5_000, isExact: true })).toBe(false);
});
