import { ORGANIZATION_TYPES } from '@companion/contract/account';
import { number } from './archiveTable.ts';

/** For accounts that were imported and have not told theirs. */
const UNKNOWN = 'unknown';
export const TYPES: string[] = [...ORGANIZATION_TYPES, UNKNOWN];

export const typeOf = (told: string): string => (TYPES.includes(told) ? told : UNKNOWN);

/** The columns of a summary: all together, and each organization type. */
export const countColumns = {
  all: number('How many in all.'),
  ...Object.fromEntries(
    TYPES.map((type) => [
      type,
      number(
        type === UNKNOWN
          ? 'Of these, those of people whose type is not known.'
          : `Of these, those of people of type ${type}.`,
      ),
    ]),
  ),
};

/** What {@link countColumns} hold, from counts of some organization types, each of which may stand there repeatedly. */
export function countsByType(given: { organization_type: string; count: number }[]): Record<string, number> {
  const counts: Record<string, number> = { all: 0, ...Object.fromEntries(TYPES.map((type) => [type, 0])) };
  for (const { organization_type, count } of given) {
    for (const name of ['all', typeOf(organization_type)]) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}
