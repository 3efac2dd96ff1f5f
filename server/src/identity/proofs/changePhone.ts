import type { Kysely } from 'kysely';
import { uniqueViolation } from '../../platform/db/constraintViolation.ts';
import type { AccountRow, PhoneChangeRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { transact } from '../../platform/transact.ts';
import { emailKey, NO_PHONE } from '../accounts/accountQueries.ts';
import { lockManyAccounts } from '../accounts/lockManyAccounts.ts';
import { PHONE_TAKEN } from '../accounts/takenMessages.ts';
import { closeLinksOf } from '../session/closeLinks.ts';
import { lockSession } from '../session/lockSession.ts';
import { consumePhoneClaim } from '../session/phoneClaim.ts';
import { rejectWrongCode } from '../session/randomCode.ts';
import { endOtherSessions } from '../session/sessionStore.ts';

/**
 * Makes the proved number the one to sign in with. All access that the old number gave ends, except the session that
 * entered the code.
 * @throws DomainError `signedOut` when that session has ended, `conflict` when another account has
 * proved the number, which ends the claim
 */
export async function changePhone(services: Services, change: PhoneChangeRow): Promise<AccountRow> {
  const attempt = () =>
    transact(services, async ({ db, now }) => {
      await lockManyAccounts(db);
      const { account } = await lockSession(db, { accountId: change.account_id, sessionId: change.session_id }, now());
      if (!(await consumePhoneClaim(db, change))) rejectWrongCode('invalid');
      // Not rejected here: the transaction that ends the claim must commit.
      await releaseUnproved(db, change, now());
      return (await isTaken(db, change.phone_e164)) ? undefined : replacePhone(db, account, change, now());
    });
  // Another account proved the number at the same time: the second attempt finds it taken.
  const changed = await attempt().catch((error: Error) => (uniqueViolation(error) ? attempt() : Promise.reject(error)));
  return changed ?? reject('conflict', `${PHONE_TAKEN}.`, { phone: PHONE_TAKEN });
}

/** Removes the number from an account that never proved it. Its session stays and may enter another number. */
async function releaseUnproved(db: Kysely<Database>, change: PhoneChangeRow, now: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...NO_PHONE, updated_at: now })
    .where('phone_e164', '=', change.phone_e164)
    .where('phone_proved_at', 'is', null)
    .where('id', '!=', change.account_id)
    .execute();
}

async function isTaken(db: Kysely<Database>, phone: string): Promise<boolean> {
  const holder = await db.selectFrom('accounts').select('id').where('phone_e164', '=', phone).executeTakeFirst();
  return holder !== undefined;
}

async function replacePhone(
  db: Kysely<Database>,
  account: AccountRow,
  change: PhoneChangeRow,
  now: number,
): Promise<AccountRow> {
  await endOtherSessions(db, { accountId: change.account_id, sessionId: change.session_id }, now);
  // Until the activation the mail to the ticket's address takes precedence over any phone (decision 022).
  const mailedTo = account.registration_complete === 0 ? emailKey(account.email) : null;
  await closeLinksOf(db, change.account_id, { except: { mailedTo } }, now);
  return db
    .updateTable('accounts')
    .set({
      phone: change.phone,
      phone_e164: change.phone_e164,
      sms_enabled: 1,
      sms_undeliverable_at: null,
      sms_undeliverable_code: null,
      updated_at: now,
    })
    .where('id', '=', change.account_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
