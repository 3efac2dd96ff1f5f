import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const given = process.env.TEST_TIME_SCALE ?? '';

beforeEach(() => vi.resetModules());
afterEach(() => {
  process.env.TEST_TIME_SCALE = given;
});

test('timeScale: a child process uses the measured scale of the run', async () => {
  process.env.TEST_TIME_SCALE = '2.5';
  const { scaled } = await import('./timeScale.ts');
  expect(scaled(1000)).toBe(2500);
});

test('timeScale: the measured scale never lowers limits, and is bounded', async () => {
  process.env.TEST_TIME_SCALE = '';
  const { scaled } = await import('./timeScale.ts');
  expect(scaled(1000)).toBeGreaterThanOrEqual(1000);
  expect(scaled(1000)).toBeLessThanOrEqual(10_000);
  expect(Number(process.env.TEST_TIME_SCALE) * 1000, 'handed on').toBeCloseTo(scaled(1000), 0);
});
