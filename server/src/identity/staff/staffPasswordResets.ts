import { STAFF_RESET_PATH } from '@companion/contract/staff/staffPasswordReset';
import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue } from '../../messages/outbox.ts';
import { staffResetMail } from '../../messages/templates.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { hashToken, isOwnToken, makeToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import { count } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { findMemberByEmail, lockMember } from './memberQueries.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { mailAccountChange } from './signInChanges.ts';
import { endAllStaffSessions } from './staffSessions.ts';

const RESET_LIFETIME = 30 * MINUTE;
const MAILS_AN_HOUR = 5;
const NO_LONGER_VALID = 'This link is no longer valid. Please ask for a new one.';

/**
 * Mails a link to a member. For an unknown e-mail it does the same work, for a message that is never sent, so that
 * neither the answer nor its time reveals the difference.
 */
export async function requestStaffReset(tx: Transacting, email: string): Promise<void> {
  const { db, now } = tx;
  const key = emailKey(email);
  // The first count locks the address: requests for it run one after another.
  if (await count(db, now(), { key: `staff reset pause ${key}`, max: 1, window: MINUTE })) return;
  if (await count(db, now(), { key: `staff reset ${key}`, max: MAILS_AN_HOUR, window: HOUR })) return;
  const member = await findMemberByEmail(db, email);
  await endMailedResets(db, key);
  const link = await makeResetLink(tx, key, member?.id ?? null);
  const { name } = await getEvent(db);
  await enqueue(db, tx, {
    kind: 'mail',
    recipient: member?.email ?? email,
    ...staffResetMail({ event: name, link }),
    // A message that has expired already is dropped and shown nowhere.
    expiresAt: member ? now() + RESET_LIFETIME : now() - 1,
  });
}

/** The operator's link, in place of all others. Whoever asks for one by mail cannot end it. */
export async function makeRecoveryLink(tx: Transacting, { id }: StaffRow): Promise<string> {
  await endStaffResets(tx.db, id);
  return makeResetLink(tx, '', id);
}

async function makeResetLink({ config, db, keys, now }: Transacting, key: string, staffId: string | null) {
  const token = makeToken(keys, 'staff reset');
  await db
    .insertInto('staff_password_resets')
    .values({ token_hash: hashToken(token), email_key: key, staff_id: staffId, created_at: now() })
    .execute();
  return `${config.appUrl}${STAFF_RESET_PATH}#token=${token}`;
}

/** Ends all links of a member: someone else may have one. */
export async function endStaffResets(db: Kysely<Database>, staffId: string): Promise<void> {
  await db.deleteFrom('staff_password_resets').where('staff_id', '=', staffId).execute();
}

async function endMailedResets(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('staff_password_resets').where('email_key', '=', key).execute();
}

/** The member whose password this token may set. @throws DomainError `notFound` */
export async function findStaffReset(
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  db: ReadDatabase,
  token: string,
): Promise<StaffRow> {
  // Invented tokens cost no query.
  if (!isOwnToken(keys, 'staff reset', token)) reject('notFound', NO_LONGER_VALID);
  const member = await db
    .selectFrom('staff_password_resets')
    .innerJoin('staff', 'staff.id', 'staff_password_resets.staff_id')
    .selectAll('staff')
    .where('token_hash', '=', hashToken(token))
    .where('staff_password_resets.created_at', '>', now() - RESET_LIFETIME)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return member ?? reject('notFound', NO_LONGER_VALID);
}

/**
 * Sets a password by a reset's token, signs the member out everywhere and removes the passkeys: someone else may have a
 * session, or have added one. Of concurrent uses exactly one succeeds.
 * @throws DomainError `notFound`
 */
export async function resetStaffPassword(tx: Transacting, token: string, passwordHash: string): Promise<StaffRow> {
  const { db, now } = tx;
  const { id } = await findStaffReset(tx, db, token);
  // Before the link, as a change of the password does: each would otherwise wait for the other.
  const member = await lockMember(db, id);
  const used = await db
    .deleteFrom('staff_password_resets')
    .where('token_hash', '=', hashToken(token))
    .returning('token_hash')
    .executeTakeFirst();
  if (!member || !used) reject('notFound', NO_LONGER_VALID);
  await db.updateTable('staff').set({ password_hash: passwordHash, updated_at: now() }).where('id', '=', id).execute();
  await endMailedResets(db, emailKey(member.email));
  await endAllStaffSessions(db, id);
  await removeAllPasskeys(db, id);
  await mailAccountChange(tx, member.email, 'The password was set by a link, and all passkeys were removed');
  return member;
}
