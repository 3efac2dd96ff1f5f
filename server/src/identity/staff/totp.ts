import { createHmac } from 'node:crypto';
import { sameText } from '../../platform/deriveKeys.ts';
import { SECOND } from '../../platform/time.ts';

/* Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30 * SECOND;
const DIGITS = 6;
/** A phone's clock may differ, and typing takes time. */
const STEPS_OFF = [0, -1, 1];
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @returns the step of time that the code belongs to; undefined for a wrong code */
export function matchTotp(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MS);
  return STEPS_OFF.map((off) => current + off).find((step) => sameText(code, totpOf(secret, step)));
}

/** The code of a step of time (RFC 4226, section 5.3). */
export function totpOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** As text without padding (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [...bits.matchAll(/.{1,5}/g)].map(([five]) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
