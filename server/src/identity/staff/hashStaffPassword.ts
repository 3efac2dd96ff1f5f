import { reject } from '../../platform/domainError.ts';
import { commonPasswords, hashPassword } from '../passwordReset/password.ts';

const DIFFERENT_CHARACTERS = 5;

/**
 * The hash of a password that a member chooses.
 * @throws DomainError `invalid` for one that is easy to guess, `unavailable` when too many wait to be hashed
 */
export async function hashStaffPassword(password: string, email: string): Promise<string> {
  const chosen = password.toLowerCase();
  const isEasy =
    chosen === email.toLowerCase() ||
    new Set(chosen.trim()).size < DIFFERENT_CHARACTERS ||
    (await commonPasswords()).includes(chosen);
  if (isEasy) {
    const message = 'This password is too easy to guess. Please choose another';
    reject('invalid', `${message}.`, { password: message });
  }
  return hashPassword(password);
}
