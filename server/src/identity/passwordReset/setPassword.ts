import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { closeLinksOf } from '../session/closeLinks.ts';
import { endSessionsAlone } from '../session/sessionStore.ts';
import { isOnRecord } from './resetQueries.ts';

export const RESET_EXPIRED = 'Reset password token has expired.';

/** Ends every session and link of the account, because someone else may have one. */
export async function setPassword(
  { db, now }: Transacting,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
  hash: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: hash, updated_at: now() })
    .where('id', '=', accountId)
    .execute();
  if (!(await isOnRecord(db, tokenHash))) reject('invalid', RESET_EXPIRED);
  await endSessionsAlone(db, accountId, now());
  await closeLinksOf(db, accountId, 'all', now());
}
