import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { Refusal } from './refuse.ts';

const WINDOW = 5 * 60_000;

/**
 * A high ceiling on what one IP address may ask in 5 minutes; counted in the database, so it holds across nodes.
 * @throws Refusal 429 with Retry-After
 */
export async function limitAddress(
  { db, now }: Services,
  what: 'sign-in' | 'refresh',
  address: string,
  most: number,
): Promise<void> {
  const at = now();
  const expired = sql<boolean>`rate_limits.window_start <= ${at - WINDOW}`;
  const { count, window_start } = await db
    .insertInto('rate_limits')
    .values({ key: `${what} ${address}`, count: 1, window_start: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then 1 else rate_limits.count + 1 end`,
        window_start: sql`case when ${expired} then ${at} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  if (count <= most) return;
  const seconds = Math.max(1, Math.ceil((window_start + WINDOW - at) / 1000));
  throw new Refusal(429, 'Too many requests. Please try again in a few minutes.', undefined, {
    'retry-after': String(seconds),
  });
}
