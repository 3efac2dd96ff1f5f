import { PERSON_FIELDS, type PersonField } from '@companion/contract/staff/people';
import type { Kysely } from 'kysely';
import { getEvent } from '../event/eventQueries.ts';
import {
  checkOrganizationType,
  emailKey,
  getAccountRow,
  lockAccount,
  NO_PHONE,
  phoneOf,
  rejectTaken,
} from '../identity/accounts/accountQueries.ts';
import { mailEmailProof } from '../identity/proofs/emailProof.ts';
import { closeLinksOf, endAccess } from '../identity/session/endAccess.ts';
import { sourceOf } from '../identity/tickets/ticketSource.ts';
import { enqueue, hasProvider } from '../messages/outbox.ts';
import { contactChangedMail, contactChangedSms } from '../messages/templates.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Database } from '../platform/db/schema.ts';
import { DomainError, reject } from '../platform/domainError.ts';
import { DAY } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { readPersonDetails, rejectUnknownPerson } from './readPersonDetails.ts';

/** How long a message about a changed contact is worth sending. */
const NOTICE_LIFETIME = DAY;

const valuesOf = (account: AccountRow): Record<PersonField, string> => ({
  firstName: account.first_name,
  lastName: account.last_name,
  email: account.email,
  phone: account.phone,
  organizationName: account.organization_name,
  organizationType: account.organization_type,
});

type Changes = Partial<Record<PersonField, string | undefined>>;

/**
 * Changes fields of a person's profile. A proved e-mail becomes unproved, and is told so; a proved phone has a call of its
 * own, and the details of a ticket that is not activated are the ticketing service's.
 * @param from what the member saw in the fields of `to`
 * @returns the fields that differ now
 * @throws DomainError `conflict` with the person, if one has changed since
 */
export async function editPerson(tx: Transacting, id: string, from: Changes, to: Changes): Promise<PersonField[]> {
  const account = await lockPerson(tx, id);
  const values = valuesOf(account);
  if (PERSON_FIELDS.some((field) => to[field] !== undefined && from[field] !== values[field]))
    await rejectChanged(tx, id);
  const changed = PERSON_FIELDS.filter((field) => to[field] !== undefined && to[field] !== values[field]);
  if (changed.length === 0) return [];
  await refuseOfTicket(tx, account);
  if (to.organizationType !== undefined && changed.includes('organizationType'))
    await checkOrganizationType(tx.db, to.organizationType);
  const phone = to.phone !== undefined && changed.includes('phone') ? await newPhone(tx, account, to.phone) : {};
  const email = to.email !== undefined && changed.includes('email') ? await newEmail(tx, account, to.email) : {};
  // Whoever proves a new number has the account.
  const concernsOwner =
    'phone_e164' in phone || ((account.email_proved_at !== null || isUnproved(account)) && 'email_key' in email);
  if (concernsOwner) await tellWhoRegistered(tx, account);
  await tx.db
    .updateTable('accounts')
    .set({
      first_name: to.firstName ?? account.first_name,
      last_name: to.lastName ?? account.last_name,
      organization_name: to.organizationName ?? account.organization_name,
      organization_type: to.organizationType ?? account.organization_type,
      ...phone,
      ...email,
      updated_at: tx.now(),
    })
    .where('id', '=', id)
    .execute();
  const edited = await getAccountRow(tx.db, id);
  // Only to who has shown that the account is theirs: until then, anyone may have entered another's address.
  if (edited && changed.includes('email') && edited.phone_proved_at !== null) await mailEmailProof(tx, edited);
  return changed;
}

/**
 * Gives a person who no longer has their phone another number to sign in with. It is unproved: whoever proves it is asked
 * who they are, as after a registration. The person is signed out everywhere, and told where they can read it, so that no
 * member takes an account over in silence.
 * @throws DomainError `conflict` if the number has changed since, or no one could be told
 */
export async function replacePhone(tx: Transacting, id: string, from: string, phone: string): Promise<void> {
  const account = await lockPerson(tx, id);
  if (account.phone !== from || account.phone_proved_at === null) await rejectChanged(tx, id);
  const { national, e164 } = phoneOf({ phone });
  if (e164 === account.phone_e164) reject('conflict', 'This is the number that the person has.');
  await refuseTaken(tx.db, account.id, { phone: e164 });
  if ((await tellOfChange(tx, account)) === 0)
    reject('conflict', 'This server can send no message to a phone or an e-mail that the person has proved.');
  await endAccess(tx, id, 'all');
  await tx.db
    .updateTable('accounts')
    .set({ ...NO_PHONE, phone: national, phone_e164: e164, sms_enabled: 1, updated_at: tx.now() })
    .where('id', '=', id)
    .execute();
}

/** Locks an account for a change by the staff, after the lock of those that change several. */
export async function lockPerson(tx: Transacting, id: string): Promise<AccountRow> {
  await lockManyAccounts(tx.db);
  return (await lockAccount(tx.db, { id })) ?? rejectUnknownPerson();
}

async function rejectChanged(tx: Transacting, id: string): Promise<never> {
  const current = await readPersonDetails(tx, id);
  throw new DomainError('conflict', 'This has changed since you opened it.', { current });
}

/** The next import would change it back, and withdraw the invitation. */
async function refuseOfTicket({ db }: Transacting, account: AccountRow): Promise<void> {
  if (account.registration_complete === 1) return;
  const ticket = await db
    .selectFrom('tickets')
    .select('external_id')
    .where('account_id', '=', account.id)
    .where('status', '=', 'valid')
    .executeTakeFirst();
  if (!ticket) return;
  const isListed = sourceOf(ticket.external_id) === 'list';
  const where = `Change it ${isListed ? 'in your list' : 'at the ticketing service'} and import again`;
  reject('conflict', `The details are those of the ticket until the person activates. ${where}.`);
}

async function newPhone(tx: Transacting, account: AccountRow, phone: string) {
  if (account.phone_proved_at !== null) reject('conflict', 'The person has proved this phone.');
  const { national, e164 } = phoneOf({ phone });
  if (e164 === account.phone_e164) return { phone: national };
  await refuseTaken(tx.db, account.id, { phone: e164 });
  await closeLinksOf(tx, account.id, 'texted');
  return { ...NO_PHONE, phone: national, phone_e164: e164, sms_enabled: 1 as const };
}

async function newEmail(tx: Transacting, account: AccountRow, email: string) {
  const key = emailKey(email);
  if (key === emailKey(account.email)) return { email };
  await refuseTaken(tx.db, account.id, { email: key });
  // Until the activation, whoever reads the old address may have opened the account. After it, its sessions are its owner's.
  if (account.registration_complete === 0 && account.email !== '') await endAccess(tx, account.id, 'mailed');
  else await closeLinksOf(tx, account.id, 'mailed');
  return { email, email_key: key, email_claim_key: null, email_proved_at: null };
}

/** Unlike their owners, the staff claims nothing that another account has entered: it merges the two. */
export async function refuseTaken(
  db: Kysely<Database>,
  id: string,
  { phone = '', email = '' }: { phone?: string; email?: string },
): Promise<void> {
  const others = await db
    .selectFrom('accounts')
    .select(['phone_e164', 'email_key', 'email_claim_key'])
    .where('id', '!=', id)
    .where((where) =>
      where.or([where('phone_e164', '=', phone), where('email_key', '=', email), where('email_claim_key', '=', email)]),
    )
    .execute();
  const isPhone = phone !== '' && others.some(({ phone_e164 }) => phone_e164 === phone);
  const isEmail = email !== '' && others.some((row) => row.email_key === email || row.email_claim_key === email);
  if (isPhone || isEmail) rejectTaken(...(isPhone ? ['phone' as const] : []), ...(isEmail ? ['email' as const] : []));
}

/**
 * Tells the owner of an account; who has proved no contact yet is told at the address that they entered.
 * @param accountId the account that keeps the message, if this one goes
 */
export async function tellWhoRegistered(tx: Transacting, account: AccountRow, accountId = account.id): Promise<void> {
  const told = await tellOfChange(tx, account, accountId);
  if (told > 0 || !isUnproved(account) || account.email === '' || !hasProvider(tx.config, 'mail')) return;
  await mailOfChange(tx, account, accountId);
}

const isUnproved = ({ registration_complete, email_proved_at, phone_proved_at }: AccountRow): boolean =>
  registration_complete === 1 && email_proved_at === null && phone_proved_at === null;

/**
 * Tells the owner of an account, at the contacts that they have proved, that the staff has changed one.
 * @param accountId whose message it is, if the account goes
 * @returns how many messages that takes
 */
async function tellOfChange(tx: Transacting, account: AccountRow, accountId = account.id): Promise<number> {
  let told = 0;
  if (account.email_proved_at !== null && hasProvider(tx.config, 'mail')) {
    await mailOfChange(tx, account, accountId);
    told++;
  }
  const isReached = account.phone_e164 !== null && account.sms_undeliverable_at === null;
  if (isReached && account.phone_proved_at !== null && hasProvider(tx.config, 'sms')) {
    const { notice, ...message } = await noticeOfChange(tx, accountId);
    const text = contactChangedSms(notice);
    await enqueue(tx.db, tx, { ...message, kind: 'sms', recipient: account.phone_e164 ?? '', subject: null, text });
    told++;
  }
  return told;
}

async function mailOfChange(tx: Transacting, { email }: AccountRow, accountId: string): Promise<void> {
  const { notice, ...message } = await noticeOfChange(tx, accountId);
  await enqueue(tx.db, tx, { ...message, kind: 'mail', recipient: email, ...contactChangedMail(notice) });
}

async function noticeOfChange({ db, now }: Transacting, accountId: string) {
  const { name: event, help_desk_phone: phone, help_desk_email: email } = await getEvent(db);
  return { accountId, expiresAt: now() + NOTICE_LIFETIME, notice: { event, helpDesk: `${phone} or ${email}` } };
}
