import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import common from '@zxcvbn-ts/language-common';

/** Most common first; the shorter ones are refused for their length already. */
const COMMON = new Set(common.dictionary['passwords-common'].slice(0, 3000));

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());

const derive = promisify(argon2);
/** OWASP's first recommendation for argon2id. */
const COST = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 };

/** `argon2id$salt$tag`, both base64url; the cost is that of this version. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const parameters: Argon2Parameters = { message: password.normalize('NFC'), nonce, ...COST };
  const tag = await derive('argon2id', parameters);
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}
