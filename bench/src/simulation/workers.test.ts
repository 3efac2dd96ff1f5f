import { expect, test } from 'vitest';
import { seededRandom } from './seededRandom.ts';
import { Workers } from './workers.ts';

test.each([0.3, 0.6, 0.9])('workers: at %f of their capacity, work waits as long as queueing theory says', (used) => {
  const random = seededRandom(3);
  const one = new Workers(1, 0.5);
  const [count, needed] = [200_000, 1];
  const service = needed / 0.5;
  let [at, waited] = [0, 0];
  for (let arrival = 0; arrival < count; arrival += 1) {
    at += (-Math.log(1 - random()) * service) / used;
    waited += one.work(at, needed).begin - at;
  }
  // Random arrivals, work of the same length, one core (M/D/1).
  const expected = (used * service) / (2 * (1 - used));
  expect(waited / count / expected).toBeGreaterThan(0.9);
  expect(waited / count / expected).toBeLessThan(1.1);
  expect(one.busyMs).toBeCloseTo(count * service, 3);
});

test('workers: two cores do twice as much', () => {
  const two = new Workers(2, 1);
  const ends = Array.from({ length: 10 }, () => two.work(0, 3).end);
  expect(ends).toEqual([3, 3, 6, 6, 9, 9, 12, 12, 15, 15]);
  expect(two.longestWaitMs).toBe(12);
});
