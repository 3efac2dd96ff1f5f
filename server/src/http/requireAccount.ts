import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../identity/session/sessionCache.ts';
import { verifySession } from '../identity/session/sessionStore.ts';
import type { Services } from '../platform/services.ts';
import { HttpError } from './httpError.ts';

/**
 * The account and session of a request, by its access token.
 * @throws HttpError 401
 */
export async function requireAccount(services: Services, request: FastifyRequest): Promise<SignedIn> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const signedIn = token && (await verifySession(services, token));
  if (!signedIn) throw new HttpError(401, 'Please sign in.', undefined, { 'www-authenticate': 'Bearer' });
  return signedIn;
}
