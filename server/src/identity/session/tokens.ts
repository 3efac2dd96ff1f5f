import type { Credentials } from '@companion/contract/session';
import { jwtVerify, SignJWT } from 'jose';
import type { AccountRow, PhoneChangeRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { type Keys, mac, sameText } from '../../platform/deriveKeys.ts';
import type { Services } from '../../platform/services.ts';
import { toProfile } from '../accounts/toProfile.ts';
import type { SignedIn } from './sessionCache.ts';

const ACCESS_TOKEN_SECONDS = 10 * 60;

/**
 * The credentials for this account and session. Call it after the transaction: a signature waits for a thread, and
 * other writes would wait with it.
 * @param more `at`: the time of issue, because the same time gives the same credentials; `change`: the phone that the
 * session has claimed; a new session has none
 */
export async function credentialsFor(
  { keys, now }: Services,
  account: AccountRow,
  session: SessionRow,
  { at = now(), change }: { at?: number; change?: PhoneChangeRow | undefined } = {},
): Promise<Credentials> {
  return {
    profile: toProfile(account, change),
    access_token: await accessToken(keys, session, at),
    refresh_token: refreshToken(keys, session.id, session.generation),
  };
}

function accessToken(keys: Keys, session: SessionRow, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  // The generation makes a refreshed token differ from the one before, even within one second.
  return new SignJWT({ sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.account_id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(keys.access);
}

/**
 * Refresh tokens are derived, not stored (decision 004): the same session and generation always give the same token,
 * which is how two tabs, or a retry after a lost answer, get the same successor.
 */
function refreshToken(keys: Keys, sessionId: string, generation: number): string {
  return `${sessionId}.${generation}.${mac(keys.refresh, sessionId, generation)}`;
}

/** The session and generation of a token; undefined if this server did not issue it. */
export function readRefreshToken(keys: Keys, token: string): { sessionId: string; generation: number } | undefined {
  const [sessionId = '', number = ''] = token.split('.');
  if (!/^\d{1,9}$/.test(number)) return undefined;
  const generation = Number(number);
  return sameText(token, refreshToken(keys, sessionId, generation)) ? { sessionId, generation } : undefined;
}

/** What a genuine access token says that has not expired; whether its session is open, it cannot know. */
export async function readAccessToken(
  { keys, now }: Services,
  token: string,
): Promise<{ signedIn: SignedIn; expiresAt: number } | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.access, { algorithms: ['HS256'], currentDate: new Date(now()) });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined;
    return { signedIn: { accountId: sub, sessionId: sid }, expiresAt: exp * 1000 };
  } catch {
    // Expired, forged or garbage: all the same to the caller, who refreshes or signs in.
    return undefined;
  }
}
