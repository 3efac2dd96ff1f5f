import type { updateAccount } from '@companion/contract/account';
import { toE164, toNational } from '@companion/contract/usPhone';
import type { Kysely } from 'kysely';
import type { z } from 'zod/mini';
import type { AccountRow, Database, Flag } from '../db/schema.ts';
import { limit } from '../plugins/limit.ts';
import { Refusal } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';
import { sendSignIn } from '../session/sendSignIn.ts';
import { profileColumns, recordConsent } from './accountQueries.ts';

const DAY = 24 * 60 * 60_000;
/** Each texts a number of the caller's choice: nobody changes theirs more often. */
const PHONE_CHANGES_A_DAY = 5;

/** Stores a profile edit, an activation or survey flags; run it in a transaction. */
export async function editAccount(
  db: Kysely<Database>,
  services: Services,
  account: AccountRow,
  body: z.output<typeof updateAccount.body>,
): Promise<AccountRow> {
  const { now } = services;
  const set = db
    .updateTable('accounts')
    .set({
      // What was not sent is left to what the row has by then, not to what it had when it was read.
      ...(body.preEventComplete === undefined ? {} : { pre_event_complete: flag(body.preEventComplete) }),
      ...(body.postEventComplete === undefined ? {} : { post_event_complete: flag(body.postEventComplete) }),
      updated_at: now(),
    })
    .where('id', '=', account.id)
    .returningAll();
  if (body.firstName === undefined) return set.executeTakeFirstOrThrow(erased);

  const activates = body.registrationComplete === true && account.registration_complete === 0;
  if (activates) await recordConsent(db, account.id, 'activation', now());
  const { columns, toProve } = phoneChange(account, body.phone);
  if (toProve) {
    await limit(db, now(), { key: `phone change ${account.id}`, most: PHONE_CHANGES_A_DAY, window: DAY });
    await dropOlderClaims(db, account.id, toProve);
  }
  const updated = await set
    .set({ ...profileColumns(body), ...columns, ...(activates ? { registration_complete: 1 } : {}) })
    .executeTakeFirstOrThrow(erased);
  if (toProve) await sendSignIn(db, services, updated, toProve);
  return updated;
}

/** The account was there a moment ago: its owner was erased meanwhile. */
const erased = () => new Refusal(404, 'There is no such account.');

const flag = (value: boolean): Flag => (value ? 1 : 0);

/**
 * What a profile edit does to the phone. A first phone (an imported account has none) is taken at once; a changed
 * one waits, and sign-in stays on the old one until it is proved (decisions); the old one again drops the change.
 * @returns the columns to set, and the number that is yet to be proved, if it is a new one
 */
function phoneChange(account: AccountRow, typed: string) {
  const [phone, e164] = [toNational(typed) ?? typed, toE164(typed) ?? null];
  if (account.phone_e164 === null || account.phone_e164 === e164) {
    const columns = { phone, phone_e164: e164, pending_phone: null, pending_phone_e164: null, sms_enabled: 1 as const };
    return { columns, toProve: null };
  }
  const columns = { pending_phone: phone, pending_phone_e164: e164 };
  return { columns, toProve: account.pending_phone_e164 === e164 ? null : e164 };
}

/** The last account to claim a number is the one that may prove it: an older, unproved claim gives way. */
async function dropOlderClaims(db: Kysely<Database>, accountId: string, phone: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ pending_phone: null, pending_phone_e164: null })
    .where('pending_phone_e164', '=', phone)
    .where('id', '!=', accountId)
    .execute();
}
