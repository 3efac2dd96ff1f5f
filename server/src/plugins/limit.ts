import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { autocommit } from '../transact.ts';
import { Refusal } from './refuse.ts';

const ADDRESS_WINDOW = 5 * 60_000;

/**
 * Counts one more of something, and refuses what is over the most of a window; counted in the database, so it holds
 * across nodes. In a transaction that is rolled back, nothing was counted.
 * @param what `window` in milliseconds, beginning with the first that is counted
 * @throws Refusal 429 with Retry-After
 */
export async function limit(
  db: Kysely<Database>,
  now: number,
  { key, most, window }: { key: string; most: number; window: number },
): Promise<void> {
  const expired = sql<boolean>`rate_limits.window_start <= ${now - window}`;
  const { count, window_start } = await db
    .insertInto('rate_limits')
    .values({ key, count: 1, window_start: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then 1 else rate_limits.count + 1 end`,
        window_start: sql`case when ${expired} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  if (count <= most) return;
  const seconds = Math.max(1, Math.ceil((window_start + window - now) / 1000));
  throw new Refusal(429, 'Too many requests. Please try again later.', undefined, { 'retry-after': String(seconds) });
}

/** A high ceiling on what one IP address may ask in 5 minutes: a hall of thousands shares one (decisions). */
export function limitAddress(services: Services, what: 'sign-in' | 'refresh', request: FastifyRequest): Promise<void> {
  const { config, now } = services;
  const most = what === 'sign-in' ? config.signInsPerAddress : config.refreshesPerAddress;
  const counted = { key: `${what} ${request.ip}`, most, window: ADDRESS_WINDOW };
  return autocommit(services, (db) => limit(db, now(), counted));
}
