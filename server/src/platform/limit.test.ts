import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testkit/src/testServer.ts';
import { count, type Limit, limit, readCount } from './limit.ts';
import { MINUTE } from './time.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.stop());

const at = (minutes: number) => 1_000_000_000_000 + Math.round(minutes * MINUTE);

/** Counts an event at each of these minutes. @returns the minutes of those that were within the limit */
async function allowed(limited: Limit, minutes: number[]): Promise<number[]> {
  const passed: number[] = [];
  for (const minute of minutes) {
    if ((await count(t.services.db, at(minute), limited)) === undefined) passed.push(minute);
  }
  return passed;
}

test('limit: no border of two windows lets twice as much pass (decision 023)', async () => {
  const limited = { key: 'border', max: 20, window: 60 * MINUTE };
  expect(await allowed(limited, [0])).toEqual([0]);
  const late = Array.from({ length: 30 }, (_, i) => 57 + i / 10);

  expect(await allowed(limited, late)).toHaveLength(19);
  expect(await allowed(limited, [60, 60.1, 61])).toEqual([60.1]);
});

test('limit: no window exceeds the maximum, and no wait is more than a quarter of a window too long (decision 023)', async () => {
  const limited = { key: 'random', max: 5, window: 40 * MINUTE };
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let minute = 0;
  const passed: number[] = [];
  for (let i = 0; i < 300; i++) {
    minute += random() < 0.1 ? random() * 60 : random() * 5;
    const within = (span: number) => passed.filter((time) => time > minute - span).length;
    const wait = await count(t.services.db, at(minute), limited);
    if (wait === undefined) {
      expect(within(40)).toBeLessThan(5);
      passed.push(minute);
    } else {
      expect(within(50)).toBeGreaterThanOrEqual(5);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(50 * MINUTE + 1);
    }
  }
  expect(passed.length).toBeGreaterThan(50);
});

test('limit: the wait returned is exact: an event a millisecond earlier is rejected, a later one passes', async () => {
  const limited = { key: 'wait', max: 3, window: 60 * MINUTE };
  await allowed(limited, [0, 1, 20]);

  const wait = (await count(t.services.db, at(30), limited)) ?? 0;

  expect(wait).toBe(30 * MINUTE + 1);
  const then = 60 + 1 / MINUTE;
  expect(await allowed(limited, [60, then, 60.1])).toEqual([then]);
});

test('limit: rejected events do not count, so repeated requests do not extend the wait', async () => {
  const limited = { key: 'patient', max: 2, window: 4 * MINUTE };
  expect(await allowed(limited, [0, 0, 1, 2, 3, 4, 4.1])).toEqual([0, 0, 4.1]);
  expect(await readCount(t.services.db, at(4.1), limited)).toBe(1);
  expect(await readCount(t.services.db, at(8.2), limited)).toBe(0);
});

test('limit: several events counted in one call pass together or not at all', async () => {
  const limited = { key: 'several', max: 5, window: MINUTE };
  const { db } = t.services;
  await limit(db, at(0), limited, 'Too many.', 4);
  await expect(limit(db, at(0), limited, 'Too many.', 2)).rejects.toMatchObject({
    kind: 'limited',
    message: 'Too many.',
  });
  await limit(db, at(0), limited, 'Too many.', 1);
  await expect(limit(db, at(0), limited)).rejects.toMatchObject({ retryAfterMs: MINUTE + 1 });
  await expect(limit(db, at(0), { ...limited, key: 'none', max: 0 })).rejects.toMatchObject({ kind: 'limited' });
});

test('limit: of many concurrent events exactly the maximum pass', async () => {
  const limited = { key: 'parallel', max: 7, window: MINUTE };
  const { db } = t.services;
  const waits = await Promise.all(Array.from({ length: 40 }, () => count(db, at(0), limited)));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
  expect(waits.filter((wait) => wait === MINUTE + 1)).toHaveLength(33);
});
