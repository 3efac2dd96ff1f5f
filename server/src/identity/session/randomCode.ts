import { randomInt } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/constants';
import { reject } from '../../platform/domainError.ts';
import { MINUTE } from '../../platform/time.ts';

/** Decision 031; the code that proves a new number follows the same rules. */
export const CODE_LIFETIME_MS = 10 * MINUTE;
/** Between two codes. */
export const CODE_PAUSE_MS = MINUTE;
export const ATTEMPTS_A_CODE = 5;

/** A code for a text; a string, because it may begin with zeros. */
export const randomCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');

/** @throws DomainError always; the same for a wrong, an expired and a used code */
export function rejectWrongCode(kind: 'signedOut' | 'invalid'): never {
  const message = 'This code is not valid. Please check it, or ask for a new one.';
  reject(kind, message, { code: message });
}
