import type { Kysely } from 'kysely';
import type { AccountRow, Database } from '../db/schema.ts';
import { PHONE_TAKEN } from '../plugins/errors.ts';
import { Refusal, refuse } from '../plugins/refuse.ts';
import { closeLinksOf } from './links.ts';
import { endAllSessions, endUnprovedSessions } from './sessionQueries.ts';
import { clearUndeliverable } from './undeliverableSms.ts';

/**
 * Takes note that the account's owner holds this phone; run it in the transaction that signs in. Sessions that were
 * opened without that proof end (of a changed phone: all), and a changed phone becomes the one to sign in with.
 * @param phone E.164: the account's own, or the one it is changing to
 * @throws Refusal 409 when another account has taken the new phone meanwhile
 */
export async function provePhone(
  db: Kysely<Database>,
  account: AccountRow,
  phone: string,
  now: number,
): Promise<AccountRow> {
  // Nor may whoever prepared the account on another's number come back by a link that was mailed.
  await closeLinksOf(db, account.id, 'mailed', now);
  if (account.phone_e164 === phone || account.pending_phone_e164 !== phone) {
    await endUnprovedSessions(db, account.id, now);
    await clearUndeliverable(db, account.id, phone);
    return account;
  }
  const taken = await db.selectFrom('accounts').select('id').where('phone_e164', '=', phone).executeTakeFirst();
  if (taken) refuse(409, `${PHONE_TAKEN}.`, { phone: PHONE_TAKEN });
  // What was opened by a proof of the old number was opened without one of this.
  await endAllSessions(db, account.id, now);
  return db
    .updateTable('accounts')
    .set({
      phone: account.pending_phone ?? account.phone,
      phone_e164: phone,
      pending_phone: null,
      pending_phone_e164: null,
      sms_undeliverable_at: null,
      sms_undeliverable_code: null,
      updated_at: now,
    })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Refusal(401, 'Please sign in.'));
}
