import type { AccountRow, SessionRow } from '../../platform/db/schema.ts';
import { reject } from '../../platform/errors.ts';
import type { Transacting } from '../../platform/transact.ts';
import { isEmailProof } from '../accounts/emailProof.ts';
import { assignWaitingTicket } from '../tickets/assignWaitingTicket.ts';

/**
 * Records that whoever is signed in to the account reads its e-mail, too. A ticket that waits for its holder under
 * that address is then theirs.
 * @throws DomainError `forbidden` in a session that no proof opened, where the phone is proved; 400 when the link is not valid
 */
export async function proveOwnEmail(
  tx: Transacting,
  { account, session }: { account: AccountRow; session: SessionRow },
  token: string,
): Promise<AccountRow> {
  refuseUnlessOwner(account, session);
  if (!isEmailProof(tx, account, token)) reject('invalid', 'This link is no longer valid. Please ask for a new one.');
  const proved = await tx.db
    .updateTable('accounts')
    .set({ email_proved_at: tx.now(), updated_at: tx.now() })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await assignWaitingTicket(tx.db, proved, tx.now());
  return proved;
}

/** Before the first proof of the phone whoever registered may prove their e-mail; that proof then ends with the rest. */
function refuseUnlessOwner(account: AccountRow, session: SessionRow): void {
  if (account.phone_proved_at === null || session.proved === 1) return;
  reject('forbidden', 'Please sign in with a code that we text to your phone, then open the link again.');
}
