import type { Kysely } from 'kysely';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import type { SignedIn } from './sessionCache.ts';
import { findSession, isOpen } from './sessionStore.ts';

/**
 * Locks the account's row and reads the session again under that lock. An access token outlives its session by some
 * seconds, and a request may wait while another ends the session. So every transaction that changes or proves a phone
 * or an e-mail calls this first (decision 022).
 * @throws DomainError `signedOut` when the session has ended
 */
export async function lockSession(
  db: Kysely<Database>,
  { accountId, sessionId }: SignedIn,
  now: number,
): Promise<{ account: AccountRow; session: SessionRow }> {
  const account = await lockAccount(db, { id: accountId });
  const session = await findSession(db, sessionId);
  return account && session && isOpen(session, now) ? { account, session } : reject('signedOut', 'Please sign in.');
}
