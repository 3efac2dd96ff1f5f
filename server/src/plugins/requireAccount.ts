import type { FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import type { Services } from '../services.ts';
import { isSessionOpen } from '../session/sessionQueries.ts';
import { Refusal } from './refuse.ts';

export interface SignedIn {
  accountId: string;
  sessionId: string;
}

/**
 * Who sent this request, by its access token. The session is looked up each time, so that one that was ended stops
 * working at once on every node.
 * @throws Refusal 401
 */
export async function requireAccount(services: Services, request: FastifyRequest): Promise<SignedIn> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const claims = token && (await readAccessToken(services, token));
  if (!claims || !(await isSessionOpen(services.db, claims, services.now()))) {
    throw new Refusal(401, 'Please sign in.', undefined, { 'www-authenticate': 'Bearer' });
  }
  return claims;
}

async function readAccessToken({ keys, now }: Services, token: string): Promise<SignedIn | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.access, { algorithms: ['HS256'], currentDate: new Date(now()) });
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return undefined;
    return { accountId: payload.sub, sessionId: payload.sid };
  } catch {
    // Expired, forged or garbage: all the same to the caller, who refreshes or signs in.
    return undefined;
  }
}
