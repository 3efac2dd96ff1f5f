import { accountId } from './identitySchema.ts';
import { flag, integer, type Row, table, text, time } from './table.ts';

/** The tables of imported tickets. The conventions are those of `schema.ts`. */
export const ticketSchema = {
  /** One attendee, as the ticketing service or a list has it. */
  tickets: table({
    source: text<'eventbrite' | 'list'>(),
    /** The service's `Attendee #`, or what recognizes the row of a list (readAttendeeCsv.ts). */
    external_id: text(),
    /** At most one valid ticket per account. Null: cancelled before it had one, or its e-mail is another attendee's. */
    account_id: text().references('accounts.id', 'set null').nullable().indexed(),
    status: text<'valid' | 'cancelled'>(),
    order_id: text(),
    ticket_type: text(),
    first_name: text(),
    last_name: text(),
    email: text(),
    /** `email` in lower case. */
    email_key: text().indexed(),
    /** National format, or empty. */
    phone: text(),
    organization_name: text(),
    organization_type: text(),
    imported_at: time(),
    updated_at: time(),
    /** When it last changed according to the service's API; null while it was only imported from files. */
    source_changed_at: time().nullable(),
    cancelled_at: time().nullable(),
    /** Set when the person was erased: the row keeps no personal data and is never imported again. */
    erased_at: time().nullable(),
  }).primaryKey('source', 'external_id'),

  /** An object of the ticketing service that a webhook reported as changed, to be fetched: one row per object. */
  ticket_fetches: table({
    /** `orders/1` or `events/1/attendees/2`, below the API's address. */
    path: text().primaryKey(),
    /** How many fetches were requested, and how many of these the last import covers: due while they differ. */
    requests: integer(),
    done_requests: integer(),
    next_attempt_at: time(),
    leased_until: time(),
    attempts: integer(),
    /** Set when a retry would not help; the next request clears it. */
    failed_at: time().nullable(),
    last_error: text().nullable(),
  }).index(['next_attempt_at', 'path'], { name: 'due', where: 'requests > done_requests and failed_at is null' }),

  /** An import of attendees by a member of the staff: how far it is, and its report, which is kept for a day. */
  people_imports: table(
    {
      id: text().primaryKey(),
      dry_run: flag(),
      /** Written every second while it runs: one that is older has stopped with its node. */
      updated_at: time().indexed(),
      ended_at: time().nullable(),
      /** Why it ended early; empty if it did not. */
      error: text(),
      /** How many rows the file has, and how many are done. */
      rows: integer(),
      done: integer(),
      others: integer(),
      /** JSON: string[] */
      warnings: text(),
      /** JSON: what became of each row. */
      report: text(),
    },
    '0004_programme',
  ),

  /** A message with an activation link to an imported attendee. */
  invitations: table({
    outbox_id: text().primaryKey(),
    account_id: accountId().indexed(),
    kind: text<'sms' | 'mail'>(),
    created_at: time(),
  }),
};

export type TicketRow = Row<(typeof ticketSchema)['tickets']>;
