import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { makeMigratedPlace, openTestDatabase } from '@companion/testkit/testDatabase';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Database } from './db/schema.ts';
import { deriveKeys } from './deriveKeys.ts';
import { count } from './limit.ts';
import { openDatabase } from './openDatabase.ts';
import { readConfig } from './readConfig.ts';
import { autocommit, type Transacting, transact } from './transact.ts';

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

test.each([
  ['transact', transact],
  ['autocommit', autocommit],
] as const)(
  '%s: what PostgreSQL aborts because of a deadlock runs again, and is stored once (decision 015)',
  async (_, run) => {
    const place = await makeMigratedPlace();
    const other = new pg.Client({ connectionString: place.where.url });
    await other.connect();
    // Late enough for the other transaction to wait as well, which itself never looks for a deadlock.
    const { rows } = await other.query('select current_database() as name');
    await other.query(`alter database ${rows[0].name} set deadlock_timeout = '3s'`);
    await other.query("set deadlock_timeout = '10min'");
    const opened = await openDatabase(place.where);
    try {
      const config = { ...readConfig({}), databaseUrl: place.where.url };
      const services = { config, db: opened.db, keys: deriveKeys('a secret of these tests'), now: Date.now };
      const addToBoth = (db: Kysely<Database>) =>
        db
          .insertInto('rate_limits')
          .values(['first', 'second'].map((key) => ({ key, count: 1, window_start: 0 })))
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql`rate_limits.count + 1` }))
          .execute();
      await autocommit(services, addToBoth);

      await other.query("begin; update rate_limits set count = count + 10 where key = 'second'");
      const work = run(services, (given: Transacting | Kysely<Database>) =>
        addToBoth('db' in given ? given.db : given),
      );
      await expect.poll(() => countLockWaiters(other)).toBe(1);
      await other.query("update rate_limits set count = count + 10 where key = 'first'; commit");
      await work;

      expect(await opened.db.selectFrom('rate_limits').select('count').execute()).toEqual(Array(2).fill({ count: 12 }));
    } finally {
      await other.end();
      await opened.close();
      await place.remove();
    }
  },
);
