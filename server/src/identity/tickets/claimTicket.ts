import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { TicketRow } from '../../platform/db/ticketSchema.ts';
import type { Transacting } from '../../platform/transact.ts';
import { confirmAccount, endConfirmationByTicket } from '../../safeguards/accountStanding.ts';
import { findClaimant, getAccountRow, lockAccount } from '../accounts/accountQueries.ts';
import { closePreparedAccount, insertPreparedAccount } from './preparedAccount.ts';
import { findHolder, updateTicket, validTickets } from './ticketQueries.ts';

/** The ticket of the address that an activated account has without having proved it. */
export async function findTicketToClaim(db: ReadDatabase, account: AccountRow): Promise<TicketRow | undefined> {
  if (account.registration_complete === 0 || account.email_key === null || account.email_proved_at !== null) return;
  return findUnprovedTicket(db, account.email_key);
}

/**
 * The valid ticket with this address whose account was activated without a proof of it: from the SMS to the ticket's
 * phone, which may be mistyped, or with another e-mail.
 */
function findUnprovedTicket(db: ReadDatabase, key: string): Promise<TicketRow | undefined> {
  const accounts = db
    .selectFrom('accounts')
    .select('id')
    .where('registration_complete', '=', 1)
    .where((where) =>
      where.or([where('email_key', 'is', null), where('email_key', '!=', key), where('email_proved_at', 'is', null)]),
    );
  return validTickets(db, key).where('account_id', 'in', accounts).executeTakeFirst();
}

/**
 * Creates an account that claims the address of such a ticket and is activated from the mail to it (decision 022). The
 * ticket stays where it is until an account proves the address: anyone can type it into a registration.
 * @param account its row must be locked by this transaction, after {@link lockManyAccounts}
 * @returns the account that claims the address
 */
export async function claimTicket(tx: Transacting, account: AccountRow): Promise<AccountRow | undefined> {
  const { db } = tx;
  const ticket = await findTicketToClaim(db, account);
  if (!ticket) return undefined;
  const earlier = await findClaimant(db, ticket.email);
  if (earlier) return earlier;
  // Without the phone: it may be mistyped, and its owner could open the account.
  const { account: claimant } = await insertPreparedAccount(tx, { ...ticket, phone: '' });
  return (
    db
      .updateTable('accounts')
      // It is mailed at once, so that `invite` need not invite it.
      .set({ invited_at: tx.now() })
      .where('id', '=', claimant.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/**
 * Gives the ticket of an address to the account that has proved the address, unless it has a ticket. It confirms the
 * account that had it no longer: one ticket would confirm any number of accounts, one after another. Call it after
 * {@link lockManyAccounts}.
 */
export async function takeTicketOf(tx: Transacting, key: string, accountId: string): Promise<void> {
  const { db } = tx;
  if (await findHolder(db, accountId)) return;
  const ticket = await findUnprovedTicket(db, key);
  if (!ticket) return;
  await updateTicket(db, ticket.external_id, { account_id: accountId });
  if (ticket.account_id !== null) await endConfirmationByTicket(tx, ticket.account_id);
}

/** Closes the account that claims an address and has no ticket. Call it when the ticket of that address is gone. */
export async function closeClaim(tx: Transacting, key: string): Promise<void> {
  const claimant = await lockAccount(tx.db, { emailClaimKey: key });
  if (claimant && !(await findHolder(tx.db, claimant.id))) await closePreparedAccount(tx, claimant);
}

/**
 * Gives an account that has proved its e-mail the ticket that waits for that address: both belong to the same person.
 * The account that the import prepared for the ticket is closed; its votes and answers stay.
 * @returns the account, which a ticket confirms
 */
export async function assignWaitingTicket(tx: Transacting, account: AccountRow): Promise<AccountRow> {
  const { db } = tx;
  const { email_key: key } = account;
  if (key === null) return account;
  const waiting = await lockAccount(db, { emailClaimKey: key });
  const ticket = waiting && (await findHolder(db, waiting.id));
  if (ticket) {
    // An account belongs to one ticket.
    if (await findHolder(db, account.id)) return account;
    await updateTicket(db, ticket.external_id, { account_id: account.id });
  } else await takeTicketOf(tx, key, account.id);
  if (waiting) await closePreparedAccount(tx, waiting);
  if (!(await findHolder(db, account.id))) return account;
  await confirmAccount(tx, account.id);
  return (await getAccountRow(db, account.id)) ?? account;
}
