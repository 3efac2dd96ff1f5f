import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ReadDatabase } from './db/readDatabase.ts';
import type { Database } from './db/schema.ts';
import { DomainError } from './domainError.ts';

/**
 * The maximum number of events in any window of time, in milliseconds. Counts are stored per quarter of the window, so
 * that no more than the maximum passes around the border of two windows; a count is held for up to a quarter longer.
 */
export interface Limit {
  key: string;
  max: number;
  window: number;
}

const QUARTERS = 4;
const BEFORE = ['before_1', 'before_2', 'before_3', 'before_4'] as const;

/**
 * Counts an event unless it exceeds the limit. The count is in the database, so it holds across nodes, and it is rolled
 * back with its transaction.
 * @param by how many events to count
 * @returns undefined when within the limit, else after how many milliseconds the event would be
 */
export async function count(
  db: Kysely<Database>,
  now: number,
  { key, max, window }: Limit,
  by = 1,
): Promise<number | undefined> {
  const { update, held } = statementsOf(window);
  const counted = await db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(update).where(sql<boolean>`${held} + ${by} <= ${max}`))
    .returning('count')
    .executeTakeFirst();
  // A new key is inserted without a comparison with the limit.
  if (counted && counted.count <= max) return undefined;
  const row = await findRow(db, key);
  const quarters = row ? heldAt(row, window, now) : [];
  let left = quarters.reduce((sum, quarter) => sum + quarter.count, 0);
  for (const { count, until } of quarters) {
    left -= count;
    if (left + by <= max) return until + 1 - now;
  }
  return window;
}

/** How many events count at this time. */
export async function readCount(db: ReadDatabase, now: number, { key, window }: Limit): Promise<number> {
  const row = await findRow(db, key);
  return row ? heldAt(row, window, now).reduce((sum, quarter) => sum + quarter.count, 0) : 0;
}

type Row = Pick<Selectable<Database['rate_limits']>, 'count' | (typeof BEFORE)[number] | 'window_start'>;

const findRow = (db: ReadDatabase, key: string): Promise<Row | undefined> =>
  db
    .selectFrom('rate_limits')
    .select(['count', ...BEFORE, 'window_start'])
    .where('key', '=', key)
    .executeTakeFirst();

/** The quarters that still count, oldest first, and until when each does. */
function heldAt(row: Row, window: number, now: number) {
  const before = BEFORE.map((column) => row[column]);
  const newest = row.count - before.reduce((sum, count) => sum + count, 0);
  return [newest, ...before]
    .map((count, age) => ({ count, until: row.window_start - (age * window) / QUARTERS + window }))
    .filter(({ until }) => now <= until)
    .reverse();
}

type Statements = {
  held: RawBuilder<number>;
  update: Record<(typeof BEFORE)[number] | 'count' | 'window_start', RawBuilder<number>>;
};

const statements = new Map<number, Statements>();

/**
 * SQL that moves the row on by the quarters that have passed. `excluded` is the row that would be inserted, with the time
 * of the request as its `window_start`. The SQL is built once for each length of a window.
 */
function statementsOf(window: number): Statements {
  const known = statements.get(window);
  if (known) return known;
  const newest = `(rate_limits.count - ${BEFORE.map((column) => `rate_limits.${column}`).join(' - ')})`;
  const columns = [newest, ...BEFORE.map((column) => `rate_limits.${column}`)];
  /** @param values by the number of quarters that have passed */
  const byAge = (values: string[], otherwise: string) => {
    const cases = values.map((value, passed) => {
      return `when excluded.window_start <= rate_limits.window_start + ${(passed * window) / QUARTERS} then ${value}`;
    });
    return sql.raw<number>(`case ${cases.join(' ')} else ${otherwise} end`);
  };
  const passed = [0, 1, 2, 3, 4];
  const held = byAge(
    passed.map((quarters) => columns.slice(0, QUARTERS + 1 - quarters).join(' + ')),
    '0',
  );
  const before = BEFORE.map((column, i) => {
    return [column, byAge(columns.slice(0, i + 2).reverse(), '0')] as const;
  });
  const made = {
    held,
    update: {
      // The keys are those of BEFORE: Object.fromEntries does not keep them.
      ...(Object.fromEntries(before) as Record<(typeof BEFORE)[number], RawBuilder<number>>),
      count: sql<number>`${held} + excluded.count`,
      window_start: byAge(
        passed.map((quarters) => `rate_limits.window_start + ${(quarters * window) / QUARTERS}`),
        'excluded.window_start',
      ),
    },
  };
  statements.set(window, made);
  return made;
}

/**
 * Counts an event, and rejects it when it exceeds the limit.
 * @throws DomainError `limited` with the time to wait
 */
export async function limit(
  db: Kysely<Database>,
  now: number,
  limited: Limit,
  message = 'Too many requests. Please try again later.',
  by = 1,
): Promise<void> {
  const wait = await count(db, now, limited, by);
  if (wait !== undefined) throw new DomainError('limited', message, { retryAfterMs: wait });
}

/**
 * Rejects an event that would exceed the limit, without counting it.
 * @throws DomainError `limited` with the whole window as the time to wait
 */
export async function checkLimit(db: ReadDatabase, now: number, limited: Limit): Promise<void> {
  if ((await readCount(db, now, limited)) < limited.max) return;
  throw new DomainError('limited', 'Too many requests. Please try again later.', { retryAfterMs: limited.window });
}
