/**
 * Questions on a ticket form whose answers we use, in the ways that organizers word them (see questionKey) and in order
 * of preference; whatever else is asked there is none of ours.
 */
export const QUESTIONS = {
  organizationName: [
    'company',
    'organization',
    'organisation',
    'company name',
    'organization name',
    'company/organization',
  ],
  organizationType: [
    ...['organization type', 'organisation type', 'type of organization', 'company type', 'business type'],
    ...['business classification', 'small business classification'],
  ],
};

/** A question or a column's heading, ready to be compared. */
export const questionKey = (text: string): string =>
  text
    .trim()
    .replace(/\s*[?:*]+$/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
