import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import common from '@zxcvbn-ts/language-common';
import { unavailable } from '../../platform/domainError.ts';

/** The most common ones first. Shorter passwords are rejected for their length anyway. */
const COMMON = new Set(common.dictionary['passwords-common'].slice(0, 3000));

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());

const derive = promisify(argon2);
/** OWASP's first recommendation for argon2id. */
const COST = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 };

/** Hashes share a pool of four threads with token signatures and file access, which must always find a free thread. */
const HASH_CONCURRENCY = 2;
/** A hash takes tens of milliseconds; a longer queue would only keep people waiting. */
const MAX_WAITING = 20;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * The result is `argon2id$salt$tag`, both base64url, with the cost of this version.
 * @throws DomainError `unavailable` when too many passwords wait to be hashed
 */
export async function hashPassword(password: string): Promise<string> {
  if (running < HASH_CONCURRENCY) running += 1;
  else if (waiting.length >= MAX_WAITING) throw unavailable();
  // The hash that ends passes its place on.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    const nonce = randomBytes(16);
    const parameters: Argon2Parameters = { message: password.normalize('NFC'), nonce, ...COST };
    const tag = await derive('argon2id', parameters);
    return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
