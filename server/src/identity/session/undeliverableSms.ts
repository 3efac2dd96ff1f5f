import type { Kysely } from 'kysely';
import type { Reactions } from '../../messages/markUndeliverable.ts';
import type { AccountRow, Database } from '../../platform/db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { mailEmailProof } from '../accounts/emailProof.ts';
import { canMailSignIn, mailSignIn } from './sendSignIn.ts';

/**
 * What follows when an SMS to somebody's own phone does not arrive: the account is marked if the phone is why, and a
 * sign-in that is still wanted is mailed at once. When one arrives, the mark goes.
 */
export function smsReactions(services: Services): Reactions {
  const { config, now } = services;
  return {
    undeliverable: async (db, { kind, accountId, recipient, purpose, expiresAt }, code) => {
      if (kind !== 'sms' || accountId === null) return;
      const account = await (code === null
        ? findOwner(db, accountId, recipient)
        : markUndeliverable(db, accountId, recipient, code, now()));
      const isWanted = purpose === 'sign-in' && expiresAt > now();
      if (!account || !isWanted) return;
      if (canMailSignIn(config, account)) await mailSignIn(db, services, account);
      // Whoever is still signed in can prove it, and is then mailed a link the next time.
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

function markUndeliverable(db: Kysely<Database>, accountId: string, phone: string, code: string, now: number) {
  return db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: now, sms_undeliverable_code: code })
    .where('id', '=', accountId)
    .where('phone_e164', '=', phone)
    .returningAll()
    .executeTakeFirst();
}

/** An SMS to this phone of the account has arrived. */
export async function clearUndeliverable(db: Kysely<Database>, accountId: string, phone: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: null, sms_undeliverable_code: null })
    .where('id', '=', accountId)
    .where('phone_e164', '=', phone)
    .where('sms_undeliverable_at', 'is not', null)
    .execute();
}
