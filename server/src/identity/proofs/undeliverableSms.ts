import type { Kysely } from 'kysely';
import type { Reactions } from '../../messages/markUndeliverable.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { canMailSignIn, mailSignIn } from '../session/sendSignIn.ts';
import { mailEmailProof } from './emailProof.ts';

/**
 * Reacts to the outcome of an SMS to an account's own phone. If it does not arrive, the account is marked if the phone
 * is the cause, and a sign-in that has not expired is mailed at once. If it arrives, the mark is removed.
 */
export function smsReactions(services: Services): Reactions {
  const { config, now } = services;
  return {
    undeliverable: async (db, { kind, accountId, recipient, purpose, expiresAt }, code) => {
      if (kind !== 'sms' || accountId === null) return;
      const account = await (code === null
        ? findOwner(db, accountId, recipient)
        : markPhoneUndeliverable(db, accountId, recipient, code, now()));
      const isStillValid = purpose === 'sign-in' && expiresAt > now();
      if (!account || !isStillValid) return;
      if (canMailSignIn(config, account)) await mailSignIn(db, services, account);
      // A person who is still signed in can prove the e-mail, and gets a mailed sign-in the next time.
      else await mailEmailProof(db, services, account);
    },
    delivered: async (db, { kind, accountId, recipient }) => {
      if (kind === 'sms' && accountId !== null) await clearUndeliverable(db, accountId, recipient);
    },
  };
}

/** The account, if this is still the phone that it signs in with. */
function findOwner(db: Kysely<Database>, accountId: string, phone: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('phone_e164', '=', phone)
    .executeTakeFirst();
}

function markPhoneUndeliverable(db: Kysely<Database>, accountId: string, phone: string, code: string, now: number) {
  return db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: now, sms_undeliverable_code: code })
    .where('id', '=', accountId)
    .where('phone_e164', '=', phone)
    .returningAll()
    .executeTakeFirst();
}

/** Removes the mark after an SMS to this phone of the account has arrived. */
export async function clearUndeliverable(db: Kysely<Database>, accountId: string, phone: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: null, sms_undeliverable_code: null })
    .where('id', '=', accountId)
    .where('phone_e164', '=', phone)
    .where('sms_undeliverable_at', 'is not', null)
    .execute();
}
