import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { AccountRow, Database, TicketRow } from '../../platform/db/schema.ts';
import { findClaimant } from '../accounts/accountQueries.ts';
import { insertPreparedAccount } from './preparedAccount.ts';
import { updateTicket } from './ticketQueries.ts';

/**
 * The ticket whose e-mail an activated account has without having proved it. Such an account was activated from the SMS
 * to the ticket's phone, which may be mistyped.
 */
export async function findTicketToClaim(db: ReadDatabase, account: AccountRow): Promise<TicketRow | undefined> {
  if (account.registration_complete === 0 || account.email_key === null || account.email_proved_at !== null) return;
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('email_key', '=', account.email_key)
    .where('status', '=', 'valid')
    .executeTakeFirst();
}

/**
 * Creates an account that claims such a ticket and is activated from the mail to its address (decision 022). The ticket
 * goes to the account that proves the address first: the claimant or the present one.
 * @param account its row must be locked by this transaction, after {@link lockManyAccounts}
 */
export async function claimTicket(
  db: Kysely<Database>,
  account: AccountRow,
  now: number,
): Promise<AccountRow | undefined> {
  const ticket = await findTicketToClaim(db, account);
  if (!ticket || (await findClaimant(db, ticket.email))) return undefined;
  const { account: claimant } = await insertPreparedAccount(db, ticket, now);
  await updateTicket(db, ticket.external_id, { account_id: claimant.id });
  return claimant;
}
