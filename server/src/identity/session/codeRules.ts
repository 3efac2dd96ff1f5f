import { randomInt } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Limit } from '../../platform/limit.ts';
import type { Config } from '../../platform/readConfig.ts';
import { MINUTE } from '../../platform/time.ts';

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
 * The budgets of wrong codes: of all phones of which someone has a proof or a ticket, and of those that were only entered
 * in a registration. Anyone can invent the latter, and so use up theirs.
 */
export const WRONG_CODE_BUDGETS = ['wrong codes', 'wrong codes of new phones'] as const;
export type WrongCodeBudget = (typeof WRONG_CODE_BUDGETS)[number];

/** A count lasts up to a quarter longer: no one waits for more than an hour. */
const WRONG_CODES_WINDOW_MS = 48 * MINUTE;

/**
 * A limit of all phones together: a guess is right once in a million comparisons (decision 023).
 * Count comparisons before they are made, so that parallel guesses cannot exceed it, and refund those of a right code.
 */
export const wrongCodesLimit = ({ wrongCodesAnHour }: Config, budget: WrongCodeBudget): Limit => ({
  key: budget,
  max: wrongCodesAnHour,
  window: WRONG_CODES_WINDOW_MS,
});

export async function refundCodes(db: Kysely<Database>, budget: WrongCodeBudget, comparisons: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`count - ${comparisons}` })
    .where('key', '=', budget)
    .where('count', '>=', comparisons)
    .execute();
}
