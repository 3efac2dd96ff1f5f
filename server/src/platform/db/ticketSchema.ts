import type { Selectable } from 'kysely';
import type { OutboxTable } from './deliverySchema.ts';

/** The tables of imported tickets. The conventions are those of `schema.ts`. */
export interface TicketTables {
  tickets: TicketTable;
  ticket_fetches: TicketFetchTable;
  invitations: InvitationTable;
}

/** One attendee, as the ticketing service has it. */
interface TicketTable {
  source: 'eventbrite';
  /** The service's `Attendee #`. */
  external_id: string;
  /** At most one valid ticket per account. Null: cancelled before it had one, or its e-mail is another attendee's. */
  account_id: string | null;
  status: 'valid' | 'cancelled';
  order_id: string;
  ticket_type: string;
  first_name: string;
  last_name: string;
  email: string;
  /** `email` in lower case. */
  email_key: string;
  /** National format, or empty. */
  phone: string;
  organization_name: string;
  organization_type: string;
  imported_at: number;
  updated_at: number;
  /** When it last changed according to the service's API; null while it was only imported from files. */
  source_changed_at: number | null;
  cancelled_at: number | null;
  /** Set when the person was erased: the row keeps no personal data and is never imported again. */
  erased_at: number | null;
}

/** An object of the ticketing service that a webhook reported as changed, to be fetched: one row per object. */
interface TicketFetchTable {
  /** `orders/1` or `events/1/attendees/2`, below the API's address. */
  path: string;
  /** How many fetches were requested, and how many of these the last import covers: due while they differ. */
  requests: number;
  done_requests: number;
  next_attempt_at: number;
  leased_until: number;
  attempts: number;
  /** Set when a retry would not help; the next request clears it. */
  failed_at: number | null;
  last_error: string | null;
}

/** A message with an activation link to an imported attendee. */
interface InvitationTable {
  outbox_id: string;
  account_id: string;
  kind: OutboxTable['kind'];
  created_at: number;
}

export type TicketRow = Selectable<TicketTable>;
