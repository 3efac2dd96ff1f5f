import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { isPassword } from '../passwordReset/password.ts';
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
  return (await isPassword(password, member?.password_hash, goesFirst)) ? member : undefined;
}
