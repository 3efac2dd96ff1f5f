import { randomUUID } from 'node:crypto';
import { toE164 } from '@companion/contract/usPhone';
import type { Kysely } from 'kysely';
import { withdrawMessages } from '../../messages/outbox.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { TicketRow } from '../../platform/db/ticketSchema.ts';
import type { Transacting } from '../../platform/transact.ts';
import { findAccountByEmail, findAccountByPhone, NO_PHONE } from '../accounts/accountQueries.ts';
import { endAccess } from '../session/endAccess.ts';
import { sourceOf } from './ticketSource.ts';

/** Whether the account is activated: then it belongs to its owner, and no import changes it. */
export const isActivated = (account: AccountRow): boolean => account.registration_complete === 1;

/** Creates an account that waits for its owner to activate it. */
export async function insertPreparedAccount(
  { db, now }: Transacting,
  ticket: TicketRow,
): Promise<{ account: AccountRow; warnings: string[] }> {
  const { columns, warnings } = await preparedColumns(db, ticket);
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
      source: sourceOf(ticket.external_id),
      created_at: now(),
      updated_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { account, warnings };
}

/**
 * Updates a prepared account from its ticket. A new e-mail ends the access that the old one gave, and the person is
 * invited again. A new phone ends the access that the old one gave. If the ticket's phone has not changed, the account
 * keeps its number: its holder may have entered another one, or have ended the access that a mistyped one gave.
 */
export async function applyTicket(
  tx: Transacting,
  account: AccountRow,
  { ticket, before }: { ticket: TicketRow; before: TicketRow | undefined },
): Promise<string[]> {
  const keepsPhone = before?.account_id === account.id && before.phone === ticket.phone;
  const { columns, isPhoneKept, warnings } = await preparedColumns(tx.db, ticket, account, keepsPhone);
  if (addressOf(account) !== ticket.email_key) await withdraw(tx, account);
  else if (!isPhoneKept && account.phone_e164 !== null) await endAccess(tx, account.id, 'texted');
  await tx.db
    .updateTable('accounts')
    .set({ ...columns, updated_at: tx.now() })
    .where('id', '=', account.id)
    .execute();
  return warnings;
}

/**
 * Closes a prepared account that has no ticket any more. No link, code or session opens it, and its e-mail and phone can
 * be registered again. Its votes and answers stay.
 */
export async function closePreparedAccount(tx: Transacting, account: AccountRow): Promise<void> {
  await withdraw(tx, account);
  await tx.db
    .updateTable('accounts')
    .set({ ...NO_PHONE, email_key: null, email_claim_key: null, updated_at: tx.now() })
    .where('id', '=', account.id)
    .execute();
}

/** Ends all access, the invitation, and the messages that are not sent yet. */
async function withdraw(tx: Transacting, { id }: AccountRow): Promise<void> {
  await endAccess(tx, id, 'all');
  await tx.db.updateTable('accounts').set({ invited_at: null }).where('id', '=', id).execute();
  await withdrawMessages(tx, id, 'the ticket was cancelled or its e-mail has changed');
}

/** The address that a prepared account is invited at: its own, or the one that it claims. */
const addressOf = ({ email_key, email_claim_key }: AccountRow) => email_key ?? email_claim_key;

async function emailColumns(db: Kysely<Database>, key: string, accountId?: string) {
  const holder = await findAccountByEmail(db, key);
  return holder && holder.id !== accountId
    ? { email_key: null, email_claim_key: key }
    : { email_key: key, email_claim_key: null };
}

/**
 * The columns that an account gets from its ticket. With a new e-mail it keeps no phone but the ticket's: the reader of
 * the old address may have entered their own.
 * @returns `isPhoneKept`: whether the account's own phone stays
 */
async function preparedColumns(db: Kysely<Database>, ticket: TicketRow, account?: AccountRow, keepsPhone = false) {
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
  if (!e164 || isPhoneKept) return { columns, isPhoneKept, warnings: [] };
  const holder = await findAccountByPhone(db, e164);
  if (holder && holder.id !== account?.id) {
    return { columns, isPhoneKept, warnings: ['its phone is that of another account and is left out'] };
  }
  const phone = { phone: ticket.phone, phone_e164: e164, sms_enabled: 1 as const };
  return { columns: { ...columns, ...phone }, isPhoneKept, warnings: [] };
}
