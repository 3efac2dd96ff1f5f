import type { AccountRow, SessionRow } from '../../platform/db/schema.ts';
import { reject } from '../../platform/errors.ts';
import type { Transacting } from '../../platform/transact.ts';
import { isEmailProof } from '../accounts/emailProof.ts';
import { assignWaitingTicket } from '../tickets/assignWaitingTicket.ts';

/**
 * Records that the signed-in person also reads the account's e-mail. A ticket that waits for that address is then
 * theirs.
 * @throws DomainError `forbidden` if the phone is proved but this session did not prove it, `invalid` if the link is not valid
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

/** Before the first proof of the phone any session may prove the e-mail; the first proof of the phone then ends it. */
function refuseUnlessOwner(account: AccountRow, session: SessionRow): void {
  if (account.phone_proved_at === null || session.proved === 1) return;
  reject('forbidden', 'Please sign in with a code that we text to your phone, then open the link again.');
}
