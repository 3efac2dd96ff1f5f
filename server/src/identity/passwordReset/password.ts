import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '../../platform/domainError.ts';

/** Of the common passwords, how many an attendee may not choose. Short ones are rejected for their length anyway. */
const REJECTED = 3000;

/** Lower-case passwords of lists of leaked ones, the most common first. Loaded at the first use: few servers see one. */
export async function commonPasswords(): Promise<string[]> {
  const { default: common } = await import('@zxcvbn-ts/language-common');
  return common.dictionary['passwords-common'];
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).slice(0, REJECTED).includes(password.toLowerCase());
}

const derive = promisify(argon2);
/** OWASP's first recommendation for argon2id. */
const COST = { parallelism: 1, memory: 19 * 1024, passes: 2, tagLength: 32 };

/** Hashes share a pool of four threads with token signatures and file access, which must always find a free thread. */
const HASH_CONCURRENCY = 2;
/** A hash takes tens of milliseconds; a longer queue would only keep people waiting. */
const MAX_WAITING = 20;
let running = 0;
const waiting: (() => void)[] = [];
/** Those that go first, and that no others keep from their turn. */
const first: (() => void)[] = [];

/**
 * The result is `argon2id$salt$tag`, both base64url, with the cost of this version.
 * @throws DomainError `unavailable` when too many passwords wait to be hashed
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt, waiting);
  return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/**
 * Whether a password has this hash. Without a hash the answer is no, after the same work, so that the time does not
 * reveal which e-mails are on record.
 * @param goesFirst whether strangers must not keep it waiting
 * @throws DomainError `unavailable` when too many passwords wait to be hashed
 */
export async function isPassword(password: string, hash: string | undefined, goesFirst = false): Promise<boolean> {
  const [, salt = '', tag = ''] = (hash ?? NO_HASH).split('$');
  const expected = Buffer.from(tag, 'base64url');
  const given = await tagOf(password, Buffer.from(salt, 'base64url'), goesFirst ? first : waiting);
  return given.length === expected.length && timingSafeEqual(given, expected) && hash !== undefined;
}

const NO_HASH = `argon2id$${'A'.repeat(22)}$${'A'.repeat(43)}`;

async function tagOf(password: string, nonce: Buffer, queue: typeof waiting): Promise<Buffer> {
  if (running < HASH_CONCURRENCY) running += 1;
  else if (queue.length >= MAX_WAITING) throw unavailable();
  // The hash that ends passes its place on.
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    const parameters: Argon2Parameters = { message: password.normalize('NFC'), nonce, ...COST };
    return await derive('argon2id', parameters);
  } finally {
    const next = first.shift() ?? waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
