import { makePlace } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../openDatabase.ts';
import { SERVER_POOL } from './openPostgres.ts';

test('database: connections that a burst has opened stay open, so that the next one waits for none', async () => {
  const place = await makePlace();
  onTestFinished(place.remove);
  const { db, poolState, close } = await openDatabase({ ...place.where, pool: SERVER_POOL });
  onTestFinished(close);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const busy = sql`select pg_sleep(0.1)`;
  await Promise.all(Array.from({ length: 2 * SERVER_POOL.size }, () => busy.execute(db)));
  vi.advanceTimersByTime(600_000);
  expect(poolState?.()).toEqual({ total: SERVER_POOL.size, idle: SERVER_POOL.size, waiting: 0 });
});
