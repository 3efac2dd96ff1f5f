import type { Kysely } from 'kysely';
import { takeAccount } from '../identity/accounts/accountQueries.ts';
import type { AccountRow, Database, TicketRow } from '../platform/db/schema.ts';
import type { Attendee } from './attendee.ts';
import { followTicket, insertImported, isOwned, withdraw } from './importedAccount.ts';
import {
  changedFields,
  findHolder,
  findTicket,
  findWaiting,
  insertTicket,
  ticketData,
  updateTicket,
} from './ticketQueries.ts';

/** What became of one attendee, for the report. */
export interface Outcome {
  what: 'new' | 'changed' | 'unchanged' | 'cancelled' | 'refused';
  /** In words: which fields, why. */
  detail?: string;
  warnings: string[];
}

/**
 * Brings the records to what the ticketing service says of one attendee; the same again changes nothing. Run it in a
 * transaction in which nobody else does the same (see importAttendees).
 */
export async function applyAttendee(db: Kysely<Database>, attendee: Attendee, now: number): Promise<Outcome> {
  const before = await findTicket(db, attendee.externalId);
  if (before?.erased_at) return { what: 'refused', detail: 'erased at their own wish', warnings: [] };
  if (before && knowsBetter(before, attendee)) return keep(before, attendee);
  return attendee.cancelled ? cancel(db, attendee, before, now) : admit(db, attendee, before, now);
}

/** What the API has told counts until the API tells otherwise: files, and answers that overtook each other, are older. */
const knowsBetter = (before: TicketRow, { changedAt }: Attendee) =>
  before.source_changed_at !== null && (changedAt === null || changedAt < before.source_changed_at);

function keep(before: TicketRow, attendee: Attendee): Outcome {
  const wasCancelled = before.status === 'cancelled';
  const fields = attendee.cancelled ? [] : changedFields(before, ticketData(attendee, before));
  const differs = [...fields, ...(wasCancelled === attendee.cancelled ? [] : ['Attendee Status'])];
  const warning = `differs from what Eventbrite's API told last, which counts (${differs.join(', ')})`;
  return { what: 'unchanged', warnings: differs.length > 0 ? [warning] : [] };
}

const changedAt = (attendee: Attendee) =>
  attendee.changedAt === null ? {} : { source_changed_at: attendee.changedAt };

async function noteChange(db: Kysely<Database>, before: TicketRow, attendee: Attendee): Promise<void> {
  if (attendee.changedAt === null || attendee.changedAt === before.source_changed_at) return;
  await updateTicket(db, before.external_id, changedAt(attendee));
}

async function cancel(
  db: Kysely<Database>,
  attendee: Attendee,
  before: TicketRow | undefined,
  now: number,
): Promise<Outcome> {
  if (!before) {
    await insertTicket(db, {
      external_id: attendee.externalId,
      status: 'cancelled',
      ...ticketData(attendee),
      ...changedAt(attendee),
      cancelled_at: now,
      imported_at: now,
      updated_at: now,
    });
    return { what: 'cancelled', detail: 'not known before, so nobody is invited', warnings: [] };
  }
  if (before.status === 'cancelled') {
    await noteChange(db, before, attendee);
    return { what: 'unchanged', detail: 'cancelled', warnings: [] };
  }
  const set = { status: 'cancelled', cancelled_at: now, updated_at: now, ...changedAt(attendee) } as const;
  await updateTicket(db, before.external_id, set);
  const account = before.account_id ? await takeAccount(db, { id: before.account_id }) : undefined;
  if (account && isOwned(account)) {
    return { what: 'cancelled', detail: 'the account is activated and stays', warnings: [] };
  }
  if (account) await withdraw(db, account, now);
  await admitNext(db, before.email_key, now);
  return {
    what: 'cancelled',
    ...(account ? { detail: 'the account was not activated and is closed' } : {}),
    warnings: [],
  };
}

async function admit(
  db: Kysely<Database>,
  attendee: Attendee,
  before: TicketRow | undefined,
  now: number,
): Promise<Outcome> {
  const data = ticketData(attendee, before);
  if (!before) {
    const ticket = await insertTicket(db, {
      external_id: attendee.externalId,
      status: 'valid',
      ...data,
      ...changedAt(attendee),
      imported_at: now,
      updated_at: now,
    });
    return { what: 'new', ...(await findPlace(db, ticket, now)) };
  }
  const fields = changedFields(before, data);
  if (before.status === 'cancelled') fields.push('Attendee Status');
  if (fields.length === 0 && before.account_id) {
    await noteChange(db, before, attendee);
    return { what: 'unchanged', warnings: [] };
  }
  const set = { status: 'valid', ...data, ...changedAt(attendee), cancelled_at: null } as const;
  const ticket = await updateTicket(db, before.external_id, fields.length > 0 ? { ...set, updated_at: now } : set);
  const { detail, warnings } = await findPlace(db, ticket, now, before);
  if (before.email_key !== data.email_key) await admitNext(db, before.email_key, now);
  const told = [fields.join(', '), detail].filter(Boolean).join('; ');
  const changed = fields.length > 0 || detail !== undefined;
  return { what: changed ? 'changed' : 'unchanged', ...(told ? { detail: told } : {}), warnings };
}

/** An e-mail has come free: the attendee who has waited longest for it gets an account. */
async function admitNext(db: Kysely<Database>, key: string, now: number): Promise<void> {
  const waiting = await findWaiting(db, key);
  if (waiting) await findPlace(db, waiting, now);
}

type Place = Pick<Outcome, 'detail' | 'warnings'>;

/**
 * Gives a valid ticket its account: the one it has, the one with its e-mail, or a new one. An account belongs to one
 * ticket, so of several with one e-mail (a buyer's, for colleagues) the first has it.
 * @param before the ticket as it was, where it was known
 */
async function findPlace(db: Kysely<Database>, ticket: TicketRow, now: number, before?: TicketRow): Promise<Place> {
  const link = (accountId: string | null) => updateTicket(db, ticket.external_id, { account_id: accountId });
  const own = ticket.account_id ? await takeAccount(db, { id: ticket.account_id }) : undefined;
  if (own && isOwned(own)) return { detail: 'its activated account stays as its owner wants it', warnings: [] };

  const found = await takeHolder(db, ticket.email_key);
  if (found && found.id !== own?.id) {
    if (own) await withdraw(db, own, now);
    const holder = await findHolder(db, found.id, ticket.external_id);
    if (holder) {
      if (own) await link(null);
      const whose = `has the same e-mail as attendee ${holder.external_id}, who has the account for it`;
      return { warnings: [`${whose}: kept as a ticket, and invited once it has an e-mail of its own`] };
    }
    await link(found.id);
    if (isOwned(found)) return { detail: 'linked to the account that is registered with this e-mail', warnings: [] };
  }
  const account = found ?? own;
  if (account) return withWarning(await followTicket(db, account, { ticket, before }, now));
  const made = await insertImported(db, ticket, now);
  await link(made.account.id);
  const place = withWarning(made.warning);
  if (made.account.email_claim_key === null) return place;
  return { ...place, detail: 'registered with this e-mail is somebody who has not proved it: the holder can claim it' };
}

/**
 * The account that an address belongs to. One that registered with it and never proved it keeps nobody out: beside it
 * the ticket's holder has an account that claims the address (decision 022).
 */
async function takeHolder(db: Kysely<Database>, key: string): Promise<AccountRow | undefined> {
  const holder = await takeAccount(db, { emailKey: key });
  const isProved = holder && (!isOwned(holder) || holder.email_proved_at !== null);
  return isProved ? holder : takeAccount(db, { emailClaimKey: key });
}

const withWarning = (warning: string | undefined): Place => ({ warnings: warning ? [warning] : [] });
