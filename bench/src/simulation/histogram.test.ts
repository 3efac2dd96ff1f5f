import { expect, test } from 'vitest';
import { Histogram } from './histogram.ts';

test('histogram: percentiles are those of all values, weighted', () => {
  const values = new Histogram();
  for (let value = 1; value <= 98; value += 1) values.add(value);
  const more = new Histogram();
  more.add(500, 2);
  values.addAll(more);
  expect([0.5, 0.98, 0.99, 1].map((share) => values.quantile(share))).toEqual([50, 98, 500, 500]);
  expect(values.total).toBe(100);
  expect(new Histogram().quantile(0.5)).toBeNaN();
});
