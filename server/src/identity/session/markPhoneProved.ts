import type { Kysely } from 'kysely';
import type { AccountRow, Database } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Transacting } from '../../platform/transact.ts';
import { mailEmailProof } from '../accounts/emailProof.ts';
import { dropResetsOf } from '../passwordReset/resetQueries.ts';
import { closeLinksOf } from './links.ts';
import { endAllSessions } from './sessionQueries.ts';

/**
 * Records that a code or link texted to the account's phone came back; run it in the transaction that signs in. The
 * first proof ends whatever somebody else may have prepared on the number: sessions, links, device marks, a claimed
 * new number, a proved e-mail, a password and resets of it (decision 022). The owner is then mailed a link to prove the e-mail.
 * @param account its row must be locked by this transaction
 */
export async function markPhoneProved(tx: Transacting, account: AccountRow): Promise<AccountRow> {
  const { db } = tx;
  const now = tx.now();
  const update = db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: null, sms_undeliverable_code: null })
    .where('id', '=', account.id)
    .returningAll();
  if (account.phone_proved_at !== null) {
    return account.sms_undeliverable_at === null ? account : update.executeTakeFirstOrThrow(erased);
  }
  await endAllSessions(db, account.id, now);
  await closeLinksOf(db, account.id, { except: { textedTo: account.phone_e164 } }, now);
  await dropResetsOf(db, account.id);
  const keepsEmail = await isActivatedFromTicket(db, account);
  const proved = await update
    .set({
      phone_proved_at: now,
      updated_at: now,
      ...(keepsEmail ? {} : { email_proved_at: null, password_hash: null }),
    })
    .executeTakeFirstOrThrow(erased);
  await mailEmailProof(db, tx, proved);
  return proved;
}

const erased = () => new Refusal(401, 'Please sign in.');

/** The ticketing service vouches for the address of a ticket whose holder activated the account from the mail to it. */
async function isActivatedFromTicket(db: Kysely<Database>, account: AccountRow): Promise<boolean> {
  if (account.source === 'registration' || account.email_proved_at === null || account.email_key === null) return false;
  const ticket = await db
    .selectFrom('tickets')
    .select('external_id')
    .where('account_id', '=', account.id)
    .where('email_key', '=', account.email_key)
    .executeTakeFirst();
  return ticket !== undefined;
}
