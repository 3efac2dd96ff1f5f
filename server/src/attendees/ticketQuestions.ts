/**
 * The questions on a ticket form whose answers are used, in the wordings of organizers (see questionKey) and in order
 * of preference. Other questions are ignored.
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

/** A question or a column's heading, normalized for comparison. */
export const questionKey = (text: string): string =>
  text
    .trim()
    .replace(/\s*[?:*]+$/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
