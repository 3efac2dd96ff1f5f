import type { Insertable, Kysely } from 'kysely';
import { emailKey } from '../identity/accounts/accountQueries.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database, TicketRow } from '../platform/db/schema.ts';
import type { Attendee } from './attendee.ts';

/** The only ticketing service. */
export const SOURCE = 'eventbrite';

type TicketData = Pick<
  TicketRow,
  | 'order_id'
  | 'ticket_type'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'email_key'
  | 'phone'
  | 'organization_name'
  | 'organization_type'
>;

/** The ticket's fields as the service states them; a field that it leaves out keeps its recorded value. */
export function ticketData(attendee: Attendee, before?: TicketRow): TicketData {
  const email = attendee.email || before?.email || '';
  return {
    order_id: attendee.orderId || before?.order_id || '',
    ticket_type: attendee.ticketType || before?.ticket_type || '',
    first_name: attendee.firstName || before?.first_name || '',
    last_name: attendee.lastName || before?.last_name || '',
    email,
    email_key: emailKey(email),
    phone: attendee.phone || before?.phone || '',
    organization_name: attendee.organizationName || before?.organization_name || '',
    organization_type: attendee.organizationType || before?.organization_type || '',
  };
}

const LABELS: Partial<Record<keyof TicketData, string>> = {
  order_id: 'Order #',
  ticket_type: 'Ticket Type',
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  organization_name: 'Company',
  organization_type: 'Organization Type',
};

/** The names of the fields that differ, as in an export. */
export function changedFields(before: TicketRow, after: TicketData): string[] {
  // LABELS has only these keys.
  const fields = Object.keys(LABELS) as (keyof TicketData)[];
  return fields.filter((field) => before[field] !== after[field]).map((field) => LABELS[field] ?? field);
}

export function findTicket(db: Kysely<Database>, externalId: string): Promise<TicketRow | undefined> {
  return ticket(db, externalId).executeTakeFirst();
}

const ticket = (db: Kysely<Database>, externalId: string) =>
  db.selectFrom('tickets').selectAll().where('source', '=', SOURCE).where('external_id', '=', externalId);

export function insertTicket(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['tickets']>, 'source'>,
): Promise<TicketRow> {
  return db
    .insertInto('tickets')
    .values({ source: SOURCE, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateTicket(db: Kysely<Database>, externalId: string, values: Partial<TicketRow>): Promise<TicketRow> {
  return db
    .updateTable('tickets')
    .set(values)
    .where('source', '=', SOURCE)
    .where('external_id', '=', externalId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The valid ticket that an account belongs to, except this one. */
export function findHolder(db: Kysely<Database>, accountId: string, except: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'valid')
    .where('external_id', '!=', except)
    .executeTakeFirst();
}

/** The valid ticket that has waited longest for an account with this e-mail. */
export function findWaiting(db: Kysely<Database>, key: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('email_key', '=', key)
    .where('account_id', 'is', null)
    .where('status', '=', 'valid')
    .where('erased_at', 'is', null)
    .orderBy('imported_at')
    .orderBy('external_id')
    .executeTakeFirst();
}

/** How many of the tickets on record are not among these. */
export async function countOthers(db: ReadDatabase, externalIds: Set<string>): Promise<number> {
  const all = await db
    .selectFrom('tickets')
    .select('external_id')
    .where('source', '=', SOURCE)
    .where('erased_at', 'is', null)
    .execute();
  return all.filter((row) => !externalIds.has(row.external_id)).length;
}
