import type { Kysely } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { toFlag } from '../../platform/db/table.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { DomainError } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { confirmAccount } from '../../safeguards/accountStanding.ts';
import { emailKey, isRegisteredBy, NO_PHONE } from '../accounts/accountQueries.ts';
import { dropResetsOf } from '../passwordReset/resets.ts';
import { endAccess } from '../session/endAccess.ts';
import { isKnownDevice } from '../session/knownDevices.ts';
import { findHolder } from '../tickets/ticketQueries.ts';
import { mailEmailProof } from './emailProof.ts';

/**
 * Records that a code or link texted to the account's phone came back. Run it in the transaction that signs in. The
 * first proof ends everything that a stranger may have prepared on the number: sessions, links, device marks, a claimed
 * number, a proved e-mail, a password and its resets (decision 022). The owner then gets a mail to prove the e-mail, and is
 * asked who registered, unless it was on this device.
 * @param account its row must be locked by this transaction
 * @param device the device that sent the code or link back: its mark for this account, and those of what it registered;
 * `isAgain`: whether it has sent the same link back before, which does not show that later texts arrive
 */
export async function markPhoneProved(
  tx: Transacting,
  account: AccountRow,
  { mark, registrations, isAgain }: { mark: string; registrations: readonly string[]; isAgain: boolean },
): Promise<AccountRow> {
  const { db } = tx;
  const now = tx.now();
  const { sms_undeliverable_at, sms_undeliverable_code } = isAgain ? account : REACHED;
  const update = db
    .updateTable('accounts')
    .set({ sms_undeliverable_at, sms_undeliverable_code })
    .where('id', '=', account.id)
    .returningAll();
  // Also at a later sign-in: a node of version 0.2.0 may have stored the first proof.
  const isConfirmed = account.confirmed_at !== null;
  if (!isConfirmed) await confirmAccount(tx, account.id);
  if (account.phone_proved_at !== null) {
    const isSame = isConfirmed && account.sms_undeliverable_at === sms_undeliverable_at;
    return isSame ? account : update.executeTakeFirstOrThrow(erased);
  }
  const keepsEmail = await isWhereEmailWasProved(db, account, mark);
  // Before the activation links mailed to the ticket's address stay valid: the ticket's phone may be mistyped.
  const mailedTo = account.registration_complete === 0 ? emailKey(account.email) : null;
  await endAccess(tx, account.id, { except: { textedTo: account.phone_e164, mailedTo } });
  await dropResetsOf(db, account.id);
  const proved = await update
    .set({
      phone_proved_at: now,
      updated_at: now,
      registered_on: null,
      registered_elsewhere: toFlag(await isRegisteredElsewhere(db, account, registrations)),
      ...(keepsEmail ? {} : { email_proved_at: null, password_hash: null }),
    })
    .executeTakeFirstOrThrow(erased);
  await mailEmailProof(tx, proved);
  return proved;
}

/** The columns of a phone that texts reach. */
const REACHED = { sms_undeliverable_at: null, sms_undeliverable_code: null } as const;

/**
 * Whether another device registered the account. An account of a ticket belongs to the ticket's holder, who claims the
 * ticket by mail.
 */
async function isRegisteredElsewhere(
  db: Kysely<Database>,
  account: AccountRow,
  registrations: readonly string[],
): Promise<boolean> {
  if (account.source !== 'registration' || isRegisteredBy(account, registrations)) return false;
  return (await findHolder(db, account.id)) === undefined;
}

const erased = () => new DomainError('signedOut', 'Please sign in.');

/**
 * Whether this device opened a mail to the account's address before that address was proved: then one person has both.
 * A link opened later may have been forwarded by the reader of the mail.
 */
async function isWhereEmailWasProved(db: Kysely<Database>, account: AccountRow, mark: string): Promise<boolean> {
  if (account.email_proved_at === null || account.email_key === null) return false;
  const device = await db
    .selectFrom('link_devices')
    .innerJoin('link_tokens', 'link_tokens.id', 'link_devices.link_id')
    .select('link_devices.link_id')
    .where('link_tokens.account_id', '=', account.id)
    .where('link_tokens.email_key', '=', account.email_key)
    .where('link_devices.device_hash', '=', hashToken(mark))
    .where('link_devices.created_at', '<=', account.email_proved_at)
    .where('link_devices.ended_at', 'is', null)
    .executeTakeFirst();
  return device !== undefined;
}

/**
 * Before the activation the mail to the ticket's address outranks the ticket's phone, which may be mistyped: a number
 * that another device has proved is removed from the account, and all access that it gave ends (decision 022).
 * @param account its row must be locked by this transaction
 * @param mark the mark of the device that has opened the mail
 */
export async function releasePhone(tx: Transacting, account: AccountRow, mark: string): Promise<AccountRow> {
  if (account.registration_complete === 1 || account.phone_proved_at === null) return account;
  if (await isKnownDevice(tx.db, account.id, [mark])) return account;
  await endAccess(tx, account.id, 'texted');
  return tx.db
    .updateTable('accounts')
    .set({ ...NO_PHONE, updated_at: tx.now() })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
