import { type Kysely, sql } from 'kysely';
import type { ReadDatabase } from './db/readDatabase.ts';
import type { Database } from './db/schema.ts';
import { Refusal } from './errors.ts';

/** At most so many of something in a window of milliseconds, which begins with the first that is counted. */
export interface Limit {
  key: string;
  most: number;
  window: number;
}

/**
 * Counts one more of something; in the database, so it holds across nodes. In a transaction that is rolled back,
 * nothing was counted.
 * @param by how many it counts as
 * @returns how long until the window ends, in milliseconds, when that was too many; undefined when it was not
 */
export async function count(
  db: Kysely<Database>,
  now: number,
  { key, most, window }: Limit,
  by = 1,
): Promise<number | undefined> {
  const expired = sql<boolean>`rate_limits.window_start <= ${now - window}`;
  const { count, window_start } = await db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then ${by} else rate_limits.count + ${by} end`,
        window_start: sql`case when ${expired} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return count <= most ? undefined : window_start + window - now;
}

/** How many were counted in the window that has not ended. */
export async function readCount(db: ReadDatabase, now: number, { key, window }: Limit): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '>', now - window)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The header that says when to try again. */
export const retryAfter = (ms: number): { 'retry-after': string } => ({
  'retry-after': String(Math.max(1, Math.ceil(ms / 1000))),
});

/**
 * Counts one more of something, and refuses what is too many.
 * @throws Refusal 429 with Retry-After
 */
export async function limit(
  db: Kysely<Database>,
  now: number,
  limited: Limit,
  message = 'Too many requests. Please try again later.',
  by = 1,
): Promise<void> {
  const wait = await count(db, now, limited, by);
  if (wait !== undefined) throw new Refusal(429, message, undefined, retryAfter(wait));
}

/**
 * Refuses what would be one too many, and counts nothing.
 * @throws Refusal 429 with Retry-After of the whole window
 */
export async function refuseSpent(db: ReadDatabase, now: number, limited: Limit): Promise<void> {
  if ((await readCount(db, now, limited)) < limited.most) return;
  throw new Refusal(429, 'Too many requests. Please try again later.', undefined, retryAfter(limited.window));
}
