import type { FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import { type SignedIn, sessionCache } from '../identity/session/sessionCache.ts';
import { isSessionOpen } from '../identity/session/sessionQueries.ts';

import type { Services } from '../platform/services.ts';
import { HttpError } from './httpError.ts';

/**
 * Who sent this request, by its access token. A session that was ended stops working here at once, and within
 * seconds on every other node.
 * @throws HttpError 401
 */
export async function requireAccount(services: Services, request: FastifyRequest): Promise<SignedIn> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const signedIn = token && (await findSignedIn(services, token));
  if (!signedIn) throw new HttpError(401, 'Please sign in.', undefined, { 'www-authenticate': 'Bearer' });
  return signedIn;
}

async function findSignedIn(services: Services, token: string): Promise<SignedIn | undefined> {
  const cache = sessionCache(services);
  const now = services.now();
  const known = cache.find(token, now);
  if (known) return known;
  const { endings } = cache;
  const claims = await readAccessToken(services, token);
  if (!claims || !(await isSessionOpen(services.db, claims, now))) return undefined;
  const { expiresAt, ...signedIn } = claims;
  cache.keep(token, { signedIn, expiresAt, lookedUpAt: now }, endings);
  return signedIn;
}

async function readAccessToken(
  { keys, now }: Services,
  token: string,
): Promise<(SignedIn & { expiresAt: number }) | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.access, { algorithms: ['HS256'], currentDate: new Date(now()) });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined;
    return { accountId: sub, sessionId: sid, expiresAt: exp * 1000 };
  } catch {
    // Expired, forged or garbage: all the same to the caller, who refreshes or signs in.
    return undefined;
  }
}
