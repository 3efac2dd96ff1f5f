import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One key for each purpose, all derived from TOKEN_SECRET and none stored in the database. */
export interface Keys {
  access: Uint8Array;
  refresh: Uint8Array;
  code: Uint8Array;
  emailProof: Uint8Array;
  seal: Uint8Array;
  calendar: Uint8Array;
  token: Uint8Array;
  staff: Uint8Array;
  upvotes: Uint8Array;
  push: Uint8Array;
}

export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `summit-companion ${purpose}`, 32));
  return {
    access: derive('access'),
    refresh: derive('refresh'),
    code: derive('code'),
    emailProof: derive('email proof'),
    seal: derive('seal'),
    calendar: derive('calendar'),
    token: derive('token'),
    staff: derive('staff'),
    upvotes: derive('upvotes'),
    push: derive('push'),
  };
}

/**
 * Reads the secret from the data folder, and generates it at the first start. A server and commands may do so at the same
 * time: all get the secret of the first.
 * @throws when the file cannot be read or written
 */
export function readOrMakeSecret(folder: string): string {
  const file = join(folder, 'token-secret');
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(
      `TOKEN_SECRET: the file ${file} is damaged; delete it to generate a new one, which signs everyone out`,
    );
  return secret;
}

/** The file appears once it is complete: a secret cut off by a power failure would need a repair by hand. */
function makeSecret(file: string): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, randomToken(), { mode: 0o600, flush: true });
    // Unlike a renaming, a link never replaces the secret of another process.
    linkSync(part, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/** 256 random bits, as text for a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What a token in a message opens. */
export type TokenPurpose =
  | 'link'
  | 'reset'
  | 'invitation'
  | 'stage screen'
  | 'stage pairing'
  | 'staff reset'
  | 'summary';
const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 32;
/** 66 bits: enough to reject made-up tokens without a query. The lookup itself uses the whole token. */
const MAC_LENGTH = 11;

/** 192 random bits and their MAC, as text for a URL; as long as {@link randomToken}. */
export function makeToken(keys: Pick<Keys, 'token'>, purpose: TokenPurpose): string {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return random + tokenMac(keys, purpose, random);
}

/** Whether {@link makeToken} made the token with the same key. */
export function isOwnToken(keys: Pick<Keys, 'token'>, purpose: TokenPurpose, token: string): boolean {
  const random = token.slice(0, RANDOM_LENGTH);
  return sameText(token.slice(RANDOM_LENGTH), tokenMac(keys, purpose, random));
}

const tokenMac = (keys: Pick<Keys, 'token'>, purpose: TokenPurpose, random: string): string =>
  mac(keys.token, purpose, random).slice(0, MAC_LENGTH);

/** How a random token is stored: it cannot be guessed, so a plain hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** For secrets that can be guessed, such as a six-digit code. */
export const mac = (key: Uint8Array, ...parts: (string | number)[]): string =>
  createHmac('sha256', key).update(parts.join('\n')).digest('base64url');

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypts with AES-256-GCM; `unseal` decrypts with the same key. */
export const seal = (keys: Keys, text: string): string => sealWith(keys, text, randomBytes(IV_BYTES));

/**
 * Encrypts an id for those who must not learn it: the same for the same id in the same context, and in another context
 * unrelated.
 */
export function sealId(keys: Keys, context: string, id: string): string {
  // Derived from all that it encrypts, so that no two ids share an IV.
  const iv = createHmac('sha256', keys.staff).update(`sealed id\n${context}\n${id}`).digest().subarray(0, IV_BYTES);
  return sealWith(keys, id, iv);
}

/** The id that {@link sealId} has encrypted in this context; undefined if it is none, or of another context. */
export function unsealId(keys: Keys, context: string, sealed: string): string | undefined {
  try {
    const id = unseal(keys, sealed);
    return sealId(keys, context, id) === sealed ? id : undefined;
  } catch {
    return undefined;
  }
}

const IV_BYTES = 12;
const TAG = { authTagLength: 16 };

function sealWith(keys: Keys, text: string, iv: Buffer): string {
  const cipher = createCipheriv('aes-256-gcm', keys.seal, iv, TAG);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @throws when it was sealed under another key or is damaged */
export function unseal(keys: Keys, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < IV_BYTES + TAG.authTagLength) throw new Error('What was sealed is too short.');
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, IV_BYTES), TAG);
  decipher.setAuthTag(bytes.subarray(-TAG.authTagLength));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG.authTagLength));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
