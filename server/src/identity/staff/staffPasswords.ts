import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { commonPasswords, hashPassword, isPassword } from '../passwordReset/password.ts';
import { findMemberByEmail } from './memberQueries.ts';

/**
 * The member with this e-mail and password. An unknown e-mail costs a hash as well, so that the time reveals nothing.
 * @param goesFirst whether strangers must not keep it waiting
 */
export async function checkStaffPassword(
  db: ReadDatabase,
  email: string,
  password: string,
  goesFirst = false,
): Promise<StaffRow | undefined> {
  const member = await findMemberByEmail(db, email);
  // Empty after `staff recover`.
  const hash = member?.password_hash || undefined;
  return (await isPassword(password, hash, goesFirst)) ? member : undefined;
}

/** From now on no password is right, until a link sets another. */
export async function clearPassword({ db, now }: Transacting, staffId: string): Promise<void> {
  await db.updateTable('staff').set({ password_hash: '', updated_at: now() }).where('id', '=', staffId).execute();
}

const DIFFERENT_CHARACTERS = 5;

/**
 * The hash of a password that a member chooses.
 * @param field the one that they have chosen it in
 * @throws DomainError `invalid` for one that is easy to guess, `unavailable` when too many wait to be hashed
 */
export async function hashStaffPassword(
  password: string,
  email: string,
  field: 'password' | 'newPassword',
): Promise<string> {
  const chosen = password.toLowerCase();
  const isEasy =
    chosen === email.toLowerCase() ||
    new Set(chosen.trim()).size < DIFFERENT_CHARACTERS ||
    (await commonPasswords()).includes(chosen);
  if (isEasy) {
    const message = 'This password is too easy to guess. Please choose another';
    reject('invalid', `${message}.`, { [field]: message });
  }
  return hashPassword(password);
}
