import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import { type Limit, limit } from '../../platform/limit.ts';
import type { Config } from '../../platform/readConfig.ts';
import type { Services } from '../../platform/services.ts';
import { DAY } from '../../platform/time.ts';

/** The limit of all phones together: a guess is right once in a million comparisons (decision 023). */
export const wrongCodesLimit = ({ wrongCodesADay }: Config): Limit => ({
  key: 'wrong codes',
  max: wrongCodesADay,
  window: DAY,
});

/**
 * Counts comparisons before they are made, so that parallel guesses cannot exceed the limit. Call {@link refundCodes}
 * for a right code.
 * @throws DomainError `limited` with the time to wait
 */
export async function countWrongCodes(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  comparisons: number,
  message: string,
): Promise<void> {
  await limit(db, now(), wrongCodesLimit(config), message, comparisons);
}

export async function refundCodes(db: Kysely<Database>, config: Config, comparisons: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`count - ${comparisons}` })
    .where('key', '=', wrongCodesLimit(config).key)
    .where('count', '>=', comparisons)
    .execute();
}
