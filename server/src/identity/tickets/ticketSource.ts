import type { TicketRow } from '../../platform/db/ticketSchema.ts';

/** How the id of a ticket begins that stands for a row of a list: its holder is recognized by the e-mail. */
export const LISTED = 'list-';

/** Where a ticket is from: the ticketing service, or a list of the organizer's own. */
export const sourceOf = (externalId: string): TicketRow['source'] =>
  externalId.startsWith(LISTED) ? 'list' : 'eventbrite';

/** The attendee's number at the ticketing service, for people. Empty: a list has none. */
export const attendeeNumber = (externalId: string): string => (sourceOf(externalId) === 'list' ? '' : externalId);
