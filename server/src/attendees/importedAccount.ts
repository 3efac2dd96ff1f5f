import { randomUUID } from 'node:crypto';
import { toE164 } from '@companion/contract/usPhone';
import type { Kysely } from 'kysely';
import { NO_PHONE } from '../identity/accounts/accountQueries.ts';
import { closeLinksOf } from '../identity/session/links.ts';
import { endAllSessions } from '../identity/session/sessionStore.ts';
import type { AccountRow, Database, TicketRow } from '../platform/db/schema.ts';
import { SOURCE } from './ticketQueries.ts';

/** Whether its owner has had a say: then the account is theirs, and no import changes it. */
export const isOwned = (account: AccountRow): boolean => account.registration_complete === 1;

/** An account that waits for its owner to activate it. */
export async function insertImported(
  db: Kysely<Database>,
  ticket: TicketRow,
  now: number,
): Promise<{ account: AccountRow; warning?: string }> {
  const { columns, warning } = await importedColumns(db, ticket);
  const account = await db
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      ...NO_PHONE,
      ...columns,
      registration_complete: 0,
      pre_event_complete: 0,
      post_event_complete: 0,
      password_hash: null,
      source: SOURCE,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { account, ...(warning ? { warning } : {}) };
}

/**
 * Brings an account that is not activated yet to what its ticket says. With another e-mail, whoever reads the old
 * one loses access, and the person is to be invited anew. With another phone, whoever has the old one loses access. A
 * ticket whose phone has not changed leaves the account's number alone: its holder may have entered another, or ended
 * the access that a mistyped one gave.
 */
export async function followTicket(
  db: Kysely<Database>,
  account: AccountRow,
  { ticket, before }: { ticket: TicketRow; before: TicketRow | undefined },
  now: number,
): Promise<string | undefined> {
  const keepsPhone = before?.account_id === account.id && before.phone === ticket.phone;
  const { columns, isPhoneKept, warning } = await importedColumns(db, ticket, account, keepsPhone);
  if (addressOf(account) !== ticket.email_key) await shutOut(db, account, now);
  else if (!isPhoneKept && account.phone_e164 !== null) {
    await closeLinksOf(db, account.id, 'texted', now);
    await endAllSessions(db, account.id, now);
  }
  await db
    .updateTable('accounts')
    .set({ ...columns, updated_at: now })
    .where('id', '=', account.id)
    .execute();
  return warning;
}

/**
 * Closes an account that nobody has activated and that has no ticket any more: no link, code or session opens it, and
 * its e-mail and phone are free for whoever registers with them. What was voted or answered with it stays.
 */
export async function withdraw(db: Kysely<Database>, account: AccountRow, now: number): Promise<void> {
  await shutOut(db, account, now);
  await db
    .updateTable('accounts')
    .set({ ...NO_PHONE, email_key: null, email_claim_key: null, updated_at: now })
    .where('id', '=', account.id)
    .execute();
}

async function shutOut(db: Kysely<Database>, { id }: AccountRow, now: number): Promise<void> {
  await closeLinksOf(db, id, 'all', now);
  await endAllSessions(db, id, now);
  await db.updateTable('accounts').set({ invited_at: null }).where('id', '=', id).execute();
  await db
    .updateTable('outbox')
    .set({ failed_at: now, last_error: 'withdrawn: the ticket was cancelled or has another e-mail now' })
    .where('account_id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}

/** The address that invites the owner of an imported account: its own, or the one that it claims. */
const addressOf = ({ email_key, email_claim_key }: AccountRow) => email_key ?? email_claim_key;

async function emailColumns(db: Kysely<Database>, key: string, accountId = '') {
  const holder = await db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', key)
    .where('id', '!=', accountId)
    .executeTakeFirst();
  return holder ? { email_key: null, email_claim_key: key } : { email_key: key, email_claim_key: null };
}

/**
 * What an account takes from its ticket. With another e-mail it keeps no phone but the ticket's, for whoever read the
 * old one may have given theirs.
 * @returns `isPhoneKept`: whether the account's own phone stays
 */
async function importedColumns(db: Kysely<Database>, ticket: TicketRow, account?: AccountRow, keepsPhone = false) {
  const isSamePerson = account !== undefined && addressOf(account) === ticket.email_key;
  const e164 = toE164(ticket.phone);
  const isPhoneKept = isSamePerson && (!e164 || e164 === account.phone_e164 || keepsPhone);
  const columns = {
    first_name: ticket.first_name,
    last_name: ticket.last_name,
    email: ticket.email,
    ...(await emailColumns(db, ticket.email_key, account?.id)),
    organization_name: ticket.organization_name,
    organization_type: ticket.organization_type,
    ...(isPhoneKept ? {} : NO_PHONE),
  };
  if (!e164 || isPhoneKept) return { columns, isPhoneKept };
  const holder = await db.selectFrom('accounts').select('id').where('phone_e164', '=', e164).executeTakeFirst();
  if (holder && holder.id !== account?.id) {
    return { columns, isPhoneKept, warning: 'its phone is that of another account and is left out' };
  }
  const phone = { phone: ticket.phone, phone_e164: e164, sms_enabled: 1 as const };
  return { columns: { ...columns, ...phone }, isPhoneKept };
}
