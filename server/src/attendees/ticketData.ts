import { emailKey } from '../identity/accounts/accountQueries.ts';
import type { TicketRow } from '../platform/db/ticketSchema.ts';
import type { Attendee } from './readAttendee.ts';

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
