import { randomUUID } from 'node:crypto';
import { type ProfileFields, TYPE_REQUIRED } from '@companion/contract/account';
import { readUsPhone, type UsPhone } from '@companion/contract/usPhone';
import type { Kysely } from 'kysely';
import { readOrganizationTypes } from '../../event/eventQueries.ts';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { hashToken } from '../../platform/deriveKeys.ts';
import { reject, rejectFields } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';

export function getAccountRow(db: ReadDatabase, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Reads an account and locks its row until the transaction ends, so that proofs, edits and imports of one account run
 * one after another and each sees the result of the one before.
 */
export function lockAccount(
  db: Kysely<Database>,
  by: { id: string } | { emailKey: string } | { emailClaimKey: string },
): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set((column) => ({ updated_at: column.ref('updated_at') }))
    .$call((update) => {
      if ('id' in by) return update.where('id', '=', by.id);
      if ('emailKey' in by) return update.where('email_key', '=', by.emailKey);
      return update.where('email_claim_key', '=', by.emailClaimKey);
    })
    .returningAll()
    .executeTakeFirst();
}

/** Finds the account that signs in with this number. A claimed number does not count. */
export function findAccountByPhone(db: ReadDatabase, phone: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('phone_e164', '=', phone).executeTakeFirst();
}

/**
 * Whether nothing shows that an account is anyone's: it was registered, and is not confirmed. Anyone can make many such
 * accounts, so what they use up never stops those with a proved phone or a ticket (decision 023).
 */
export const mayBeInvented = ({ confirmed_at, source }: Pick<AccountRow, 'confirmed_at' | 'source'>): boolean =>
  confirmed_at === null && source === 'registration';

/** Whether the device with these marks of registrations has registered the account, whose phone is not proved yet. */
export const isRegisteredBy = (account: Pick<AccountRow, 'registered_on'>, registrations: readonly string[]): boolean =>
  registrations.some((mark) => hashToken(mark) === account.registered_on);

/** The columns of an account without a phone. */
export const NO_PHONE = {
  phone: '',
  phone_e164: null,
  phone_proved_at: null,
  sms_enabled: 0,
  sms_undeliverable_at: null,
  sms_undeliverable_code: null,
} as const;

export const emailKey = (email: string): string => email.toLowerCase();

export function findAccountByEmail(db: ReadDatabase, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** The prepared account that claims this address from an account registered with it (decision 022). */
export function findClaimant(db: ReadDatabase, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('email_claim_key', '=', emailKey(email)).executeTakeFirst();
}

/**
 * The other accounts that have this phone or e-mail. A number that waits for its proof does not count. An address that
 * the holder of a ticket can still claim belongs to the holder, not to the account registered with it (decision 022).
 * @param own the requesting account, whose own phone and e-mail are not taken
 * @param mailedTo the key of the address whose mail opened the requesting session: only such a session may have an
 * address that the account claims
 */
export async function findTaken(
  db: ReadDatabase,
  fields: Pick<ProfileFields, 'email' | 'phone'>,
  own?: AccountRow,
  mailedTo?: string | null,
): Promise<{ phone: AccountRow | undefined; email: AccountRow | undefined }> {
  const phone = phoneOf(fields).e164;
  const email = emailKey(fields.email);
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where((where) =>
      where.or([where('phone_e164', '=', phone), where('email_key', '=', email), where('email_claim_key', '=', email)]),
    )
    .execute();
  const others = rows.filter((row) => row.id !== own?.id);
  const isClaimed = own?.email_claim_key === email && mailedTo === email;
  const holder = others.find((row) => row.email_key === email && !(isClaimed && row.email_proved_at === null));
  const claimant = own?.email_key === email ? undefined : others.find((row) => row.email_claim_key === email);
  // An account with a proved phone may claim a number that its holder has not proved: the code decides.
  const mayClaim = own !== undefined && own.phone_proved_at !== null;
  const phoneHolder = others.find((row) => row.phone_e164 === phone && !(mayClaim && row.phone_proved_at === null));
  // An activated account with a proved phone may ask for an address that no one has proved: the proof decides.
  const mayAsk = mayClaim && own.registration_complete === 1 && (holder?.email_proved_at ?? null) === null;
  return { phone: phoneHolder, email: mayAsk ? undefined : (claimant ?? holder) };
}

/** The messages that a form shows at its field. */
export const TAKEN = {
  phone: 'This phone number is already registered',
  email: 'This email address is already registered',
};

/** @throws DomainError `conflict`, with the message of each of these fields */
export function rejectTaken(...fields: (keyof typeof TAKEN)[]): never {
  const errors = Object.fromEntries(fields.map((field) => [field, TAKEN[field]]));
  reject('conflict', `${Object.values(errors).join('. ')}.`, errors);
}

/** The number of a profile. The unique key needs its E.164 form. */
export const phoneOf = ({ phone }: Pick<ProfileFields, 'phone'>): UsPhone =>
  readUsPhone(phone) ?? rejectFields({ phone: 'Invalid Phone Number' });

/** @throws DomainError `invalid`, if the event does not have this organization type */
export async function checkOrganizationType(db: ReadDatabase, type: string): Promise<void> {
  if ((await readOrganizationTypes(db)).includes(type)) return;
  rejectFields({ organizationType: TYPE_REQUIRED });
}

/** The columns of a profile, except the phone and the e-mail, which have rules of their own. */
export const profileColumns = (fields: ProfileFields) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  organization_name: fields.organizationName,
  organization_type: fields.organizationType,
});

/**
 * Stores a self-registered account with its consent. Run it in a transaction.
 * @param from the mark of the device that registers, and its network
 */
export async function insertAccount(
  tx: Transacting,
  fields: ProfileFields,
  from: { mark: string; network: string },
): Promise<AccountRow> {
  const now = tx.now();
  const { national, e164 } = phoneOf(fields);
  const account = await tx.db
    .insertInto('accounts')
    .values({
      id: randomUUID(),
      ...profileColumns(fields),
      email: fields.email,
      email_key: emailKey(fields.email),
      phone: national,
      phone_e164: e164,
      registration_complete: 1,
      pre_event_complete: 0,
      post_event_complete: 0,
      sms_enabled: 1,
      password_hash: null,
      registered_on: hashToken(from.mark),
      registered_from: from.network,
      source: 'registration',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordConsent(tx, account.id, 'registration');
  return account;
}

/** Records who accepted which version of the terms, and when (decision 032). */
export async function recordConsent(
  { db, now }: Transacting,
  accountId: string,
  action: 'registration' | 'activation',
): Promise<void> {
  await db
    .insertInto('consents')
    .values((of) => ({
      id: randomUUID(),
      account_id: accountId,
      terms_version: of.selectFrom('events').select('terms_version'),
      action,
      accepted_at: now(),
    }))
    .execute();
}
