/** For accounts whose organization type is not, or no longer, one of the event's, and imported ones without any. */
export const UNKNOWN_TYPE = 'unknown';

/** The other columns of the archive's summaries, in which each type has a column of its name. */
const OTHER_COLUMNS = ['all', 'confirmed', 'option', 'question', 'removed', 'title', 'vote'];

/** Whether reports use this name for something other than an organization type. */
export const isReservedType = (name: string): boolean => [UNKNOWN_TYPE, ...OTHER_COLUMNS].includes(name.toLowerCase());

/** The organization types of reports, in their order. */
export const reportedTypes = (types: readonly string[]): string[] => [...types, UNKNOWN_TYPE];

export const reportedTypeOf = (types: readonly string[], given: string): string =>
  types.includes(given) ? given : UNKNOWN_TYPE;
