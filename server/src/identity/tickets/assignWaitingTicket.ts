import type { Kysely } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { takeTicketOf } from './claimTicket.ts';
import { closePreparedAccount } from './preparedAccount.ts';
import { findHolder, updateTicket } from './ticketQueries.ts';

/**
 * Gives an account that has proved its e-mail the ticket that waits for that address: both belong to the same person.
 * The account that the import prepared for the ticket is closed; its votes and answers stay.
 */
export async function assignWaitingTicket(db: Kysely<Database>, account: AccountRow, now: number): Promise<void> {
  const { email_key: key } = account;
  if (key === null) return;
  const waiting = await lockAccount(db, { emailClaimKey: key });
  const ticket = waiting && (await findHolder(db, waiting.id, ''));
  if (ticket) {
    // An account belongs to one ticket.
    if (await findHolder(db, account.id, '')) return;
    await updateTicket(db, ticket.external_id, { account_id: account.id });
  } else await takeTicketOf(db, key, account.id);
  if (waiting) await closePreparedAccount(db, waiting, now);
}
