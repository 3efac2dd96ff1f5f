import { ORGANIZATION_TYPES } from '@companion/contract/account';
import { number } from './archiveTable.ts';

/** For imported accounts without an organization type. */
const UNKNOWN = 'unknown';
export const TYPES: string[] = [...ORGANIZATION_TYPES, UNKNOWN];

export const typeOf = (given: string): string => (TYPES.includes(given) ? given : UNKNOWN);

/** The columns of a summary: the total, and each organization type. */
export const countColumns = {
  all: number('The total.'),
  ...Object.fromEntries(
    TYPES.map((type) => [
      type,
      number(
        type === UNKNOWN
          ? 'Of these, those of people whose organization type is unknown.'
          : `Of these, those of people of organization type ${type}.`,
      ),
    ]),
  ),
};

/** The values of {@link countColumns}, from counts in which an organization type may occur several times. */
export function countsByType(given: { organization_type: string; count: number }[]): Record<string, number> {
  const counts: Record<string, number> = { all: 0, ...Object.fromEntries(TYPES.map((type) => [type, 0])) };
  for (const { organization_type, count } of given) {
    for (const name of ['all', typeOf(organization_type)]) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}
