import { expect, test } from 'vitest';
import { largestFitting } from './useFit.ts';

test.each([
  [1, 1],
  [0.7, 0.7],
  [0.31, 0.31],
  [0.1, 0.2],
])('fit: of sizes up to %d that fit, from 0.2 to 1, about %d is in force at the end', (limit, expected) => {
  let inForce = 0;
  const found = largestFitting(0.2, 1, (size) => {
    inForce = size;
    return size <= limit;
  });

  expect(found).toBe(inForce);
  expect(found).toBeCloseTo(expected, 1);
  expect(found).toBeLessThanOrEqual(Math.max(limit, 0.2));
});
