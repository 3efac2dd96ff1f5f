import type { Kysely } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { NO_PHONE } from '../accounts/accountQueries.ts';
import { clearAccountLimits } from '../accounts/editLimits.ts';
import { closeLinksOf } from '../session/closeLinks.ts';
import { isKnownDevice } from '../session/knownDevices.ts';
import { endAllSessions } from '../session/sessionStore.ts';

/**
 * Before the activation the mail to the ticket's address outranks the ticket's phone, which may be mistyped: a number
 * that another device has proved is removed from the account, and all access that it gave ends (decision 022).
 * @param account its row must be locked by this transaction
 * @param mark the mark of the device that has opened the mail
 */
export async function releasePhone(
  db: Kysely<Database>,
  account: AccountRow,
  mark: string,
  now: number,
): Promise<AccountRow> {
  if (account.registration_complete === 1 || account.phone_proved_at === null) return account;
  if (await isKnownDevice(db, account.id, [mark])) return account;
  await closeLinksOf(db, account.id, 'texted', now);
  await endAllSessions(db, account.id, now);
  await clearAccountLimits(db, account.id);
  return db
    .updateTable('accounts')
    .set({ ...NO_PHONE, updated_at: now })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
