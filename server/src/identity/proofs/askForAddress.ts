import type { Kysely } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey, findAccountByEmail, findClaimant, rejectTaken } from '../accounts/accountQueries.ts';
import { findTicketToClaim } from '../tickets/claimTicket.ts';
import { findHolder } from '../tickets/ticketQueries.ts';

/**
 * The key of a typed address for an activated account; null if another account has the address and has not proved it.
 * The account may then only ask for the address: it stays the other's until it is proved (decision 022).
 * @throws DomainError 409 for the address of a ticket if the account has a ticket already
 */
export async function keyOrAsk(db: Kysely<Database>, account: AccountRow, key: string): Promise<string | null> {
  if (account.email_key === key) return key;
  const [holder, claimant] = [await findAccountByEmail(db, key), await findClaimant(db, key)];
  if (!holder && !claimant) return key;
  const hasTicket =
    claimant || holder?.registration_complete === 0 || (holder && (await findTicketToClaim(db, holder)));
  // An address that was asked for before a ticket had it stays in the profile: the proof decides.
  const isAsked = emailKey(account.email) === key;
  if (hasTicket && !isAsked && (await findHolder(db, account.id))) rejectTaken('email');
  return null;
}

/**
 * Makes an address free for the account that asked for it and has proved it. The prepared account becomes its claimant,
 * so that its ticket is assigned as that of any claimant. Call it after {@link lockManyAccounts}.
 * @throws DomainError 409 if the address is another activated account's by now, or the account has got a ticket
 */
export async function takeAskedAddress(
  tx: Pick<Transacting, 'db' | 'now'>,
  account: AccountRow,
  key: string,
): Promise<void> {
  const { db } = tx;
  await db
    .updateTable('accounts')
    .set({ email_key: null, email_claim_key: key })
    .where('email_key', '=', key)
    .where('registration_complete', '=', 0)
    .execute();
  if ((await findClaimant(db, key)) && (await findHolder(db, account.id))) rejectTaken('email');
  await releaseEmail(tx, key);
  if (await findAccountByEmail(db, key)) rejectTaken('email');
}

/** Removes the address from an account that registered with it and has not proved it. */
export async function releaseEmail({ db, now }: Pick<Transacting, 'db' | 'now'>, key: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email: '', email_key: null, password_hash: null, updated_at: now() })
    .where('email_key', '=', key)
    .where('email_proved_at', 'is', null)
    .execute();
}
