import type { Kysely } from 'kysely';
import type { AccountRow, Database } from '../../platform/db/schema.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { closePreparedAccount } from './preparedAccount.ts';
import { findHolder } from './ticketQueries.ts';

/**
 * Gives an account that has proved its e-mail the ticket that waits for that address: both belong to the same person.
 * The account that the import prepared for the ticket is closed; its votes and answers stay.
 */
export async function assignWaitingTicket(db: Kysely<Database>, account: AccountRow, now: number): Promise<void> {
  if (account.email_key === null || (await findHolder(db, account.id, ''))) return;
  const waiting = await lockAccount(db, { emailClaimKey: account.email_key });
  if (!waiting) return;
  await db
    .updateTable('tickets')
    .set({ account_id: account.id })
    .where('account_id', '=', waiting.id)
    .where('status', '=', 'valid')
    .execute();
  await closePreparedAccount(db, waiting, now);
}
