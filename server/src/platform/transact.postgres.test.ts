import { openTestDatabase } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deriveKeys } from './deriveKeys.ts';
import { count } from './limit.ts';
import { readConfig } from './readConfig.ts';
import { autocommit, transact } from './transact.ts';

test('transact: after a timeout, statements that follow the running one are not stored (decision 015)', async () => {
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

test('transact: open transactions leave connections for single statements, and further transactions wait (decision 025)', async () => {
  const database = await openTestDatabase();
  try {
    const config = { ...readConfig({}), databaseUrl: 'postgres://' };
    const services = { config, db: database.db, keys: deriveKeys('a secret of these tests'), now: Date.now };
    const end = Promise.withResolvers<void>();
    let open = 0;
    const held = Array.from({ length: 30 }, () =>
      transact(services, async ({ db }) => {
        open += 1;
        await sql`select 1`.execute(db);
        await end.promise;
      }),
    );
    const settled = Promise.allSettled(held);

    const statements = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        autocommit(services, (db) => count(db, 0, { key: `statement ${i}`, max: 1, window: 4 })),
      ),
    );

    expect(statements).toEqual(Array(20).fill(undefined));
    expect(open).toBeLessThanOrEqual(config.pool.size * 0.6);
    end.resolve();
    await settled;
  } finally {
    await database.destroy();
  }
});
