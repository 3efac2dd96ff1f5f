import { REPORTED_TYPES, reportedTypeOf, UNKNOWN_TYPE } from '../identity/accounts/reportedTypeOf.ts';
import { number } from './archiveTable.ts';

/** The columns of a summary: the total, and each organization type. */
export const countColumns = {
  all: number('The total.'),
  ...Object.fromEntries(
    REPORTED_TYPES.map((type) => [
      type,
      number(
        type === UNKNOWN_TYPE
          ? 'Of these, those of people whose organization type is unknown.'
          : `Of these, those of people of organization type ${type}.`,
      ),
    ]),
  ),
};

/** The values of {@link countColumns}, from counts in which an organization type may occur several times. */
export function countsByType(given: { organization_type: string; count: number }[]): Record<string, number> {
  const counts: Record<string, number> = { all: 0, ...Object.fromEntries(REPORTED_TYPES.map((type) => [type, 0])) };
  for (const { organization_type, count } of given) {
    for (const name of ['all', reportedTypeOf(organization_type)]) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}
