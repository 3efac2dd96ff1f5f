import type { Kysely } from 'kysely';
import { takeAccount } from '../identity/accounts/accountQueries.ts';
import type { AccountRow, Database } from '../platform/db/schema.ts';
import { withdraw } from './importedAccount.ts';
import { findHolder } from './ticketQueries.ts';

/**
 * Gives an account that has proved its e-mail the ticket that waits under that address: both are the same person's.
 * The account that the import had made for the ticket is withdrawn; what was written with it stays on record.
 */
export async function takeTicketOf(db: Kysely<Database>, account: AccountRow, now: number): Promise<void> {
  if (account.email_key === null || (await findHolder(db, account.id, ''))) return;
  const waiting = await takeAccount(db, { emailClaimKey: account.email_key });
  if (!waiting) return;
  await db
    .updateTable('tickets')
    .set({ account_id: account.id })
    .where('account_id', '=', waiting.id)
    .where('status', '=', 'valid')
    .execute();
  await withdraw(db, waiting, now);
}
