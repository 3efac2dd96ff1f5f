import { totpOf } from '@companion/server/identity/staff/totp';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** What an authenticator app shows for a secret that was typed into it. */
export function authenticatorCode(secret: string, now: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = [...bits.matchAll(/.{8}/g)].map(([byte]) => Number.parseInt(byte, 2));
  return totpOf(Buffer.from(bytes), Math.floor(now / STEP_MS));
}
