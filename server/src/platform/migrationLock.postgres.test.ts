import { setTimeout as delay } from 'node:timers/promises';
import { makePlace } from '@companion/testkit/testDatabase';
import { expect, test } from 'vitest';
import { migrations } from './db/migrations.ts';
import { openDatabase } from './openDatabase.ts';

test('migration: it waits for a transaction on its table, and lets other queries through while it waits (decision 015)', async () => {
  const place = await makePlace();
  const { db, close } = await openDatabase(place.where);
  const finished = Promise.withResolvers<void>();
  const using = db.transaction().execute(async (trx) => {
    await trx.selectFrom('votes').select('vote').execute();
    await finished.promise;
  });
  let migrated = false;
  const next = openDatabase(place.where, {
    ...migrations,
    '9999_next': {
      up: async (tables) => {
        await tables.schema.alterTable('votes').addColumn('weight', 'integer').execute();
      },
    },
  }).then((opened) => {
    migrated = true;
    return opened.close();
  });

  // Longer than one wait for the lock: queries behind it then proceed.
  for (let round = 0; round < 6; round++) {
    await delay(500);
    expect(await db.selectFrom('votes').select('vote').execute()).toEqual([]);
  }
  expect(migrated).toBe(false);
  finished.resolve();
  await using;
  await next;

  await close();
  await place.remove();
});
