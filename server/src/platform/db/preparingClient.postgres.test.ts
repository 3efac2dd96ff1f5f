import { makePlace } from '@companion/testkit/testDatabase';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { openDatabase } from '../openDatabase.ts';
import { SERVER_POOL } from './openPostgres.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
let opened: Awaited<ReturnType<typeof openDatabase>>;
beforeEach(async () => {
  place = await makePlace();
  // A process prepares a limited number of statements, and other files' tests in it may have prepared as many.
  vi.resetModules();
  const { openDatabase } = await import('../openDatabase.ts');
  // One connection, so that the next query uses the same prepared statements.
  opened = await openDatabase({ ...place.where, pool: { ...SERVER_POOL, size: 1 } });
});
afterEach(async () => {
  await opened.close();
  await place.remove();
});

const preparedStatements = async () => {
  const { rows } = await sql<{ text: string }>`select statement as text from pg_prepared_statements`.execute(opened.db);
  // Queries at startup are prepared too.
  return rows.map(({ text }) => text).filter((text) => text.includes('rate_limits'));
};
const count = (key: string) => ({ key, count: 1, window_start: 0 });
const insert = (rows: number) =>
  opened.db
    .insertInto('rate_limits')
    .values(Array.from({ length: rows }, (_, index) => count(`${rows} ${index}`)))
    .execute();

test('prepared statements: one that selects all columns, or has hundreds of values, is not prepared', async () => {
  const { db } = opened;
  const names = db.selectFrom('rate_limits').select('key').where('count', '=', 1);
  for (let i = 0; i < 2; i++) await names.execute();
  await db.selectFrom('rate_limits').selectAll().where('count', '=', 1).execute();
  await insert(2);
  await insert(70);

  expect((await preparedStatements()).sort()).toEqual([
    'insert into "rate_limits" ("key", "count", "window_start") values ($1, $2, $3), ($4, $5, $6)',
    'select "key" from "rate_limits" where "count" = $1',
  ]);
});

test('prepared statements: queries still work after another node has added a column', async () => {
  const { db } = opened;
  const narrow = db.selectFrom('rate_limits').select('key').where('count', '=', 1);
  const whole = db.selectFrom('rate_limits').selectAll().where('count', '=', 1);
  await insert(1);
  for (const query of [narrow, whole]) await query.execute();
  await sql`alter table rate_limits add column weight integer`.execute(db);

  expect(await narrow.execute()).toEqual([{ key: '1 0' }]);
  expect(await whole.execute()).toEqual([expect.objectContaining({ ...count('1 0'), weight: null })]);
});
