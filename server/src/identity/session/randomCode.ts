import { randomInt } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Limit } from '../../platform/limit.ts';
import type { Config } from '../../platform/readConfig.ts';
import { DAY, MINUTE } from '../../platform/time.ts';

/** Decision 031; the code that proves a new number follows the same rules. */
export const CODE_LIFETIME_MS = 10 * MINUTE;
/** Between two codes. */
export const CODE_PAUSE_MS = MINUTE;
export const ATTEMPTS_A_CODE = 5;

/** A code for a text; a string, because it may begin with zeros. */
export const randomCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');

/** @throws DomainError always; the same for a wrong, an expired and a used code */
export function rejectWrongCode(kind: 'signedOut' | 'invalid'): never {
  const message = 'This code is not valid. Please check it, or ask for a new one.';
  reject(kind, message, { code: message });
}

/**
 * The limit of all phones together: a guess is right once in a million comparisons (decision 023).
 * Count comparisons before they are made, so that parallel guesses cannot exceed it, and refund those of a right code.
 */
export const wrongCodesLimit = ({ wrongCodesADay }: Config): Limit => ({
  key: 'wrong codes',
  max: wrongCodesADay,
  window: DAY,
});

export async function refundCodes(db: Kysely<Database>, config: Config, comparisons: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`count - ${comparisons}` })
    .where('key', '=', wrongCodesLimit(config).key)
    .where('count', '>=', comparisons)
    .execute();
}
