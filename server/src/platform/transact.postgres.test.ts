import { openTestDatabase } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { deriveKeys } from './keys.ts';
import { transact } from './transact.ts';

test('what follows the statement that was under way when the time was up is not kept by itself', async () => {
  const database = await openTestDatabase();
  try {
    const config = { ...readConfig({}), writerTurnTimeout: 100 };
    const keys = deriveKeys('a secret of these tests');
    let work = Promise.resolve<unknown>(undefined);
    const stuck = transact({ config, db: database.db, keys, now: Date.now }, ({ db }) => {
      work = sql`select pg_sleep(1)`
        .execute(db)
        .then(() => db.insertInto('rate_limits').values({ key: 'late', count: 1, window_start: 0 }).execute());
      return work;
    });
    await expect(stuck).rejects.toThrow('WRITER_TURN_TIMEOUT_MS');
    await expect(work).rejects.toThrow('WRITER_TURN_TIMEOUT_MS');
    expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  } finally {
    await database.destroy();
  }
});
