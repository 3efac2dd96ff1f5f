import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Config } from '../platform/readConfig.ts';
import { HOUR } from '../platform/time.ts';
import { CURVE } from './encryptPush.ts';

/** The key with which the server shows push services that it is the one that a browser has subscribed to (RFC 8292). */
export interface VapidKey {
  /** Base64url: browsers subscribe with it. */
  publicKey: string;
  privateKey: KeyObject;
}

/** The order of the curve's group: private keys are from 1 to it, without it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Push services refuse what is valid for longer than a day. */
const VALID_MS = 12 * HOUR;
/** More than there are push services; but anyone can name any number of hosts below an allowed one. */
const MAX_MADE = 1000;

/** Derives the key, so that every node has the same one, and no database and no backup has any. */
export function vapidKey(seed: Uint8Array): VapidKey {
  // Twice as long as a key, so that all keys are equally likely.
  const number = BigInt(`0x${createHash('sha512').update(seed).digest('hex')}`);
  const secret = Buffer.from(((number % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: text(secret), x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  return { publicKey: text(point), privateKey: createPrivateKey({ format: 'jwk', key: jwk }) };
}

/**
 * Whom a push service may write to. Apple refuses what it takes for an address that does not exist, so an address of
 * this machine is not given where there is another one.
 */
export const vapidSubject = ({ appUrl }: Pick<Config, 'appUrl'>, email: string): string =>
  appUrl.startsWith('https://') || !email ? appUrl : `mailto:${email}`;

/** Signs requests to push services. A signature is for one service and some hours, so one is made for thousands. */
export class VapidSigner {
  readonly #key: VapidKey;
  readonly #made = new LRUCache<string, { header: string; until: number }>({ max: MAX_MADE });

  constructor(key: VapidKey) {
    this.#key = key;
  }

  /** The header `Authorization` of a request to an endpoint. */
  header(endpoint: string, subject: string, now: number): string {
    const { origin } = new URL(endpoint);
    const name = `${origin} ${subject}`;
    const made = this.#made.get(name);
    if (made && made.until > now && made.until <= now + VALID_MS) return made.header;
    const expires = now + VALID_MS;
    const claims = { aud: origin, exp: Math.floor(expires / 1000), sub: subject };
    const header = `vapid t=${signToken(this.#key.privateKey, claims)}, k=${this.#key.publicKey}`;
    // Renewed in time for what is under way.
    this.#made.set(name, { header, until: expires - HOUR });
    return header;
  }
}

function signToken(key: KeyObject, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}
