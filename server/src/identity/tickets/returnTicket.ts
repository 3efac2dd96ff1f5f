import type { Kysely } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { closeClaim } from './claimTicket.ts';
import { insertPreparedAccount } from './preparedAccount.ts';
import { findHolder, updateTicket } from './ticketQueries.ts';

/**
 * Takes an account's ticket from it and prepares an account for the ticket's holder, without the ticket's phone, which
 * was mistyped. A ticket of the address that the account still has stays. Call it after {@link lockManyAccounts}.
 * @returns the prepared account; undefined if the account has no ticket to return
 */
export async function returnTicket(
  db: Kysely<Database>,
  accountId: string,
  ownAddress: string | null,
  now: number,
): Promise<AccountRow | undefined> {
  const ticket = await findHolder(db, accountId, '');
  if (ticket && ticket.email_key === ownAddress) return undefined;
  // A cancelled ticket may be valid again some day.
  await db.updateTable('tickets').set({ account_id: null }).where('account_id', '=', accountId).execute();
  if (!ticket) return undefined;
  // The holder may have asked for the ticket already, with a link that is replaced by the one mailed now.
  await closeClaim(db, ticket.email_key, now);
  const { account } = await insertPreparedAccount(db, { ...ticket, phone: '' }, now);
  await updateTicket(db, ticket.external_id, { account_id: account.id });
  return account;
}
