import { STAFF_PASSWORD_MIN } from '@companion/contract/staff/staffFields';
import common from '@zxcvbn-ts/language-common';
import { reject } from '../../platform/domainError.ts';
import { hashPassword } from '../passwordReset/password.ts';

/** Of those in lists of leaked passwords, the ones that are long enough. */
const COMMON = new Set(common.dictionary['passwords-common'].filter(({ length }) => length >= STAFF_PASSWORD_MIN));
const DIFFERENT_CHARACTERS = 5;

/**
 * The hash of a password that a member chooses.
 * @throws DomainError `invalid` for one that is easy to guess, `unavailable` when too many wait to be hashed
 */
export async function hashStaffPassword(password: string, email: string): Promise<string> {
  const chosen = password.toLowerCase();
  const isEasy =
    COMMON.has(chosen) || chosen === email.toLowerCase() || new Set(chosen.trim()).size < DIFFERENT_CHARACTERS;
  if (isEasy) {
    const message = 'This password is too easy to guess. Please choose another';
    reject('invalid', `${message}.`, { password: message });
  }
  return hashPassword(password);
}
