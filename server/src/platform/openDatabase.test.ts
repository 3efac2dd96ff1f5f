import { makePlace } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from './db/migrations.ts';
import { type Migrations, openDatabase } from './openDatabase.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

/** The migrations of a later version. */
const next: Migrations = {
  ...migrations,
  '9999_next': {
    up: async (db) => {
      await db.schema.alterTable('votes').addColumn('weight', 'integer').execute();
    },
  },
};
const weights = sql<{ weight: number | null }>`select weight from votes`;

test('openDatabase: a version starts on tables that a later one has extended, and leaves them unchanged (decision 015)', async () => {
  await (await openDatabase(place.where, next)).close();

  const before = await openDatabase(place.where);
  expect((await weights.execute(before.db)).rows).toEqual([]);
  await before.close();
  const later = await openDatabase(place.where, next);
  expect((await weights.execute(later.db)).rows).toEqual([]);
  await later.close();
});

test('openDatabase: a failed migration is reported, rolled back, and the database closed (decision 015)', async () => {
  const broken: Migrations = {
    ...next,
    '9999_other': { up: async (db) => void (await sql`select no_such_column from votes`.execute(db)) },
  };
  await expect(openDatabase(place.where, broken)).rejects.toThrow(/no_such_column/);

  const { db, close } = await openDatabase(place.where);
  await expect(weights.execute(db)).rejects.toThrow(/weight/);
  await close();
});

test('openDatabase: nodes of two versions that start at once all find the tables of the later version (decision 015)', async () => {
  const versions = [migrations, next, migrations];
  const opened = [];
  for (const version of place.where.url ? [] : versions) {
    // Only one server at a time can use a SQLite folder, so they start one after the other.
    await (await openDatabase(place.where, version)).close();
  }
  if (place.where.url) opened.push(...(await Promise.all(versions.map((each) => openDatabase(place.where, each)))));
  else opened.push(await openDatabase(place.where));

  for (const { db } of opened) expect((await weights.execute(db)).rows).toEqual([]);
  for (const { close } of opened) await close();
});
