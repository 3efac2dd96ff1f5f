import { ORGANIZATION_TYPES } from '@companion/contract/account';

/** For imported accounts without an organization type. */
export const UNKNOWN_TYPE = 'unknown';
/** The organization types of reports, in their order. */
export const REPORTED_TYPES: string[] = [...ORGANIZATION_TYPES, UNKNOWN_TYPE];

export const reportedTypeOf = (given: string): string => (REPORTED_TYPES.includes(given) ? given : UNKNOWN_TYPE);
