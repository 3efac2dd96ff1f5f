import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/transact.ts';
import { emailKey, getAccountRow } from '../accounts/accountQueries.ts';
import { lockManyAccounts } from '../accounts/lockManyAccounts.ts';
import { lockSession } from '../session/lockSession.ts';
import type { SignedIn } from '../session/sessionCache.ts';
import { findSession, isOpen } from '../session/sessionStore.ts';
import { assignWaitingTicket } from '../tickets/claimTicket.ts';
import { takeAskedAddress } from './askForAddress.ts';
import { isEmailProof } from './emailProof.ts';

/**
 * Records that the signed-in person also reads the account's e-mail. A ticket that waits for that address is then
 * theirs.
 * @throws DomainError `forbidden` if the phone is proved but this session did not prove it, `invalid` if the link is not valid,
 * `conflict` if another account has got the address that this one asked for
 */
export async function proveOwnEmail(services: Services, me: SignedIn, token: string): Promise<AccountRow> {
  const { db, now } = services;
  // Before the lock that an import holds for each batch: forged links must not keep all transactions waiting for it.
  const account = await getAccountRow(db, me.accountId);
  const session = await findSession(db, me.sessionId);
  if (!account || !session || !isOpen(session, now())) reject('signedOut', 'Please sign in.');
  checkProof(services, { account, session }, token);
  if (account.email_proved_at !== null && !(await hasWaitingTicket(db, account))) return account;

  return transact(services, async (tx) => {
    await lockManyAccounts(tx.db);
    const locked = await lockSession(tx.db, me, now());
    checkProof(tx, locked, token);
    const key = emailKey(locked.account.email);
    if (locked.account.email_key === null) await takeAskedAddress(tx.db, locked.account, key);
    const proved = await tx.db
      .updateTable('accounts')
      .set({ email_key: key, email_proved_at: now(), updated_at: now() })
      .where('id', '=', me.accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await assignWaitingTicket(tx.db, proved, now());
    return proved;
  });
}

function checkProof(
  services: Services,
  { account, session }: { account: AccountRow; session: SessionRow },
  token: string,
): void {
  rejectUnlessOwner(account, session);
  if (!isEmailProof(services, account, token)) {
    reject('invalid', 'This link is no longer valid. Please ask for a new one.');
  }
}

const hasWaitingTicket = async (db: ReadDatabase, { email_key }: AccountRow): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('email_claim_key', '=', email_key).executeTakeFirst()) !==
  undefined;

/** Before the first proof of the phone any session may prove the e-mail; the first proof of the phone then ends it. */
function rejectUnlessOwner(account: AccountRow, session: SessionRow): void {
  if (account.phone_proved_at === null || session.proved === 1) return;
  reject('forbidden', 'Please sign in with a code that we text to your phone, then open the link again.');
}
