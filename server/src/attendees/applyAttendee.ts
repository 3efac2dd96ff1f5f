import type { Kysely } from 'kysely';
import { emailKey, lockAccount } from '../identity/accounts/accountQueries.ts';
import { closeClaim } from '../identity/tickets/claimTicket.ts';
import {
  applyTicket,
  closePreparedAccount,
  insertPreparedAccount,
  isActivated,
} from '../identity/tickets/preparedAccount.ts';
import { findHolder, findTicket, insertTicket, updateTicket, validTickets } from '../identity/tickets/ticketQueries.ts';
import { attendeeNumber } from '../identity/tickets/ticketSource.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import type { Database } from '../platform/db/schema.ts';
import type { TicketRow } from '../platform/db/ticketSchema.ts';
import type { Transacting } from '../platform/transact.ts';
import { confirmAccount } from '../safeguards/accountStanding.ts';
import type { Attendee } from './readAttendee.ts';

/** The result of importing one attendee, for the report. */
export interface Outcome {
  what: 'new' | 'changed' | 'unchanged' | 'cancelled' | 'rejected';
  /** Which fields changed, or why. */
  detail?: string;
  warnings: string[];
}

/**
 * Updates the database to what the ticketing service says about one attendee. Repeating it changes nothing. Run it in a
 * transaction that holds {@link lockManyAccounts}, as importAttendees does.
 */
export async function applyAttendee(tx: Transacting, attendee: Attendee): Promise<Outcome> {
  const before = await findTicket(tx.db, attendee.externalId);
  if (before?.erased_at)
    return { what: 'rejected', detail: 'the ticket was erased, and is never imported again', warnings: [] };
  if (before && isNewer(before, attendee)) return keepNewer(before, attendee);
  return attendee.cancelled ? cancel(tx, attendee, before) : admit(tx, attendee, before);
}

/** Data from the API outranks files and older answers of the API, which may arrive late. */
const isNewer = (before: TicketRow, { changedAt }: Attendee) =>
  before.source_changed_at !== null && (changedAt === null || changedAt < before.source_changed_at);

function keepNewer(before: TicketRow, attendee: Attendee): Outcome {
  const wasCancelled = before.status === 'cancelled';
  const fields = attendee.cancelled ? [] : changedFields(before, ticketData(attendee, before));
  const differs = [...fields, ...(wasCancelled === attendee.cancelled ? [] : ['Attendee Status'])];
  const warning = `differs from the last answer of Eventbrite's API, which takes precedence (${differs.join(', ')})`;
  return { what: 'unchanged', warnings: differs.length > 0 ? [warning] : [] };
}

async function recordChange(db: Kysely<Database>, before: TicketRow, { changedAt }: Attendee): Promise<void> {
  if (changedAt === null || changedAt === before.source_changed_at) return;
  await updateTicket(db, before.external_id, { source_changed_at: changedAt });
}

async function cancel(tx: Transacting, attendee: Attendee, before: TicketRow | undefined): Promise<Outcome> {
  const { db } = tx;
  const now = tx.now();
  if (!before) {
    await insertTicket(db, {
      external_id: attendee.externalId,
      status: 'cancelled',
      ...ticketData(attendee),
      cancelled_at: now,
      imported_at: now,
      updated_at: now,
    });
    return { what: 'cancelled', detail: 'not on record, so no invitation is sent', warnings: [] };
  }
  if (before.status === 'cancelled') {
    await recordChange(db, before, attendee);
    return { what: 'unchanged', detail: 'cancelled', warnings: [] };
  }
  await updateTicket(db, before.external_id, { status: 'cancelled', cancelled_at: now, updated_at: now });
  await recordChange(db, before, attendee);
  const account = before.account_id ? await lockAccount(db, { id: before.account_id }) : undefined;
  const isKept = account !== undefined && isActivated(account);
  if (isKept) await closeClaim(tx, before.email_key);
  else if (account) await closePreparedAccount(tx, account);
  await admitNext(tx, before.email_key);
  const detail = isKept ? 'the account is activated and stays' : 'the account was not activated and is closed';
  return { what: 'cancelled', ...(account ? { detail } : {}), warnings: [] };
}

async function admit(tx: Transacting, attendee: Attendee, before: TicketRow | undefined): Promise<Outcome> {
  const { db } = tx;
  const now = tx.now();
  const data = ticketData(attendee, before);
  if (!before) {
    const ticket = await insertTicket(db, {
      external_id: attendee.externalId,
      status: 'valid',
      ...data,
      imported_at: now,
      updated_at: now,
    });
    return { what: 'new', ...(await findAccount(tx, ticket)) };
  }
  const fields = changedFields(before, data);
  if (before.status === 'cancelled') fields.push('Attendee Status');
  if (fields.length === 0 && before.account_id) {
    await recordChange(db, before, attendee);
    return { what: 'unchanged', warnings: [] };
  }
  const set = { status: 'valid', ...data, cancelled_at: null } as const;
  const ticket = await updateTicket(db, before.external_id, fields.length > 0 ? { ...set, updated_at: now } : set);
  const { detail, warnings } = await findAccount(tx, ticket, before);
  if (before.email_key !== data.email_key) {
    await closeClaim(tx, before.email_key);
    await admitNext(tx, before.email_key);
  }
  const details = [fields.join(', '), detail].filter(Boolean).join('; ');
  const changed = fields.length > 0 || detail !== undefined;
  return { what: changed ? 'changed' : 'unchanged', ...(details ? { detail: details } : {}), warnings };
}

/** Gives an e-mail that has become free to the attendee who has waited longest for an account with it. */
async function admitNext(tx: Transacting, key: string): Promise<void> {
  const waiting = await validTickets(tx.db, key).where('account_id', 'is', null).executeTakeFirst();
  if (waiting) await findAccount(tx, waiting);
}

type Place = Pick<Outcome, 'detail' | 'warnings'>;

/**
 * Gives a valid ticket its account: the one it has, the one with its e-mail, or a new one. An account belongs to one
 * ticket, so if several tickets share an e-mail (a buyer's, for colleagues), the first one gets the account.
 * @param before the ticket before this import, if it was on record
 */
async function findAccount(tx: Transacting, ticket: TicketRow, before?: TicketRow): Promise<Place> {
  const { db } = tx;
  const link = (accountId: string | null) => updateTicket(db, ticket.external_id, { account_id: accountId });
  const own = ticket.account_id ? await lockAccount(db, { id: ticket.account_id }) : undefined;
  if (own && isActivated(own)) return { detail: 'its account is activated and stays unchanged', warnings: [] };

  const found = await lockHolder(db, ticket.email_key);
  if (found && found.id !== own?.id) {
    if (own) await closePreparedAccount(tx, own);
    const holder = await findHolder(db, found.id, ticket.external_id);
    if (holder) {
      if (own) await link(null);
      const number = attendeeNumber(holder.external_id);
      const whose = `has the same e-mail as ${number ? `attendee ${number}` : 'somebody on a list'}, who has the account for it`;
      return { warnings: [`${whose}: kept as a ticket, and invited once it has an e-mail of its own`] };
    }
    await link(found.id);
    if (isActivated(found)) await confirmAccount(tx, found.id);
    if (isActivated(found))
      return { detail: 'linked to the account that is registered with this e-mail', warnings: [] };
  }
  const account = found ?? own;
  if (account) return { warnings: await applyTicket(tx, account, { ticket, before }) };
  const made = await insertPreparedAccount(tx, ticket);
  await link(made.account.id);
  if (made.account.email_claim_key === null) return { warnings: made.warnings };
  return {
    warnings: made.warnings,
    detail: 'an account is registered with this e-mail but has not proved it: the ticket holder can claim the e-mail',
  };
}

/**
 * Locks the account that an address belongs to. An account that registered with it and never proved it does not count:
 * the ticket's holder gets an account of their own, which claims the address (decision 022).
 */
async function lockHolder(db: Kysely<Database>, key: string): Promise<AccountRow | undefined> {
  const holder = await lockAccount(db, { emailKey: key });
  const isProved = holder && (!isActivated(holder) || holder.email_proved_at !== null);
  return isProved ? holder : lockAccount(db, { emailClaimKey: key });
}

/** The columns of a ticket that the service states: the attendee's fields, and the names in an export. */
const COLUMNS = {
  order_id: ['orderId', 'Order #'],
  ticket_type: ['ticketType', 'Ticket Type'],
  first_name: ['firstName', 'First Name'],
  last_name: ['lastName', 'Last Name'],
  email: ['email', 'Email'],
  phone: ['phone', 'Phone'],
  organization_name: ['organizationName', 'Company'],
  organization_type: ['organizationType', 'Organization Type'],
} as const;
type TicketData = Record<keyof typeof COLUMNS | 'email_key', string> & { source_changed_at?: number };
// The keys of this object literal.
const STATED = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** The ticket's columns as the service states them; what it leaves out keeps its recorded value. */
function ticketData(attendee: Attendee, before?: TicketRow): TicketData {
  const values = STATED.map((column) => [column, attendee[COLUMNS[column][0]] || before?.[column] || '']);
  // The keys are those of COLUMNS: Object.fromEntries does not keep them.
  const stated = Object.fromEntries(values) as Record<keyof typeof COLUMNS, string>;
  const changed = attendee.changedAt === null ? {} : { source_changed_at: attendee.changedAt };
  return { ...stated, email_key: emailKey(stated.email), ...changed };
}

/** The names of the columns that differ, as in an export. */
const changedFields = (before: TicketRow, after: TicketData): string[] =>
  STATED.filter((column) => before[column] !== after[column]).map((column) => COLUMNS[column][1]);
