import { uniqueViolation } from '../../platform/db/constraintViolation.ts';
import type { AccountRow, PhoneChangeRow } from '../../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import type { Services } from '../../platform/services.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { emailKey, findAccountByPhone, NO_PHONE, rejectTaken } from '../accounts/accountQueries.ts';
import { rejectWrongCode } from '../session/codeRules.ts';
import { closeLinksOf } from '../session/endAccess.ts';
import { chooseMark, rememberDevice } from '../session/knownDevices.ts';
import { consumePhoneClaim } from '../session/phoneClaim.ts';
import { endSessions, lockSession } from '../session/sessionStore.ts';

/**
 * Makes the proved number the one to sign in with. All access that the old number gave ends, except the session that
 * entered the code, whose device is known from here on.
 * @param marks those that the device sends
 * @throws DomainError `signedOut` when that session has ended, `conflict` when another account has
 * proved the number, which ends the claim
 */
export async function changePhone(
  services: Services,
  change: PhoneChangeRow,
  marks: readonly string[],
): Promise<{ account: AccountRow; mark: string }> {
  const attempt = () =>
    transact(services, async (tx) => {
      const { db } = tx;
      await lockManyAccounts(db);
      const { account } = await lockSession(tx, { accountId: change.account_id, sessionId: change.session_id });
      if (!(await consumePhoneClaim(db, change))) rejectWrongCode('invalid');
      // Not rejected here: the transaction that ends the claim must commit.
      await releaseUnproved(tx, change);
      const holder = await findAccountByPhone(db, change.phone_e164);
      if (holder) return undefined;
      const mark = await chooseMark(db, account.id, marks);
      const changed = await replacePhone(tx, account, change);
      await rememberDevice(tx, account.id, mark);
      return { account: changed, mark };
    });
  // Another account proved the number at the same time: the second attempt finds it taken.
  const changed = await attempt().catch((error: Error) => (uniqueViolation(error) ? attempt() : Promise.reject(error)));
  return changed ?? rejectTaken('phone');
}

/** Removes the number from an account that never proved it. Its session stays and may enter another number. */
async function releaseUnproved({ db, now }: Transacting, change: PhoneChangeRow): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ ...NO_PHONE, updated_at: now() })
    .where('phone_e164', '=', change.phone_e164)
    .where('phone_proved_at', 'is', null)
    .where('id', '!=', change.account_id)
    .execute();
}

async function replacePhone(tx: Transacting, account: AccountRow, change: PhoneChangeRow): Promise<AccountRow> {
  await endSessions(tx, change.account_id, { sessionId: change.session_id });
  // Until the activation the mail to the ticket's address takes precedence over any phone (decision 022).
  const mailedTo = account.registration_complete === 0 ? emailKey(account.email) : null;
  await closeLinksOf(tx, change.account_id, { except: { mailedTo } });
  return tx.db
    .updateTable('accounts')
    .set({
      phone: change.phone,
      phone_e164: change.phone_e164,
      sms_enabled: 1,
      sms_undeliverable_at: null,
      sms_undeliverable_code: null,
      updated_at: tx.now(),
    })
    .where('id', '=', change.account_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
