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
  return (await requireToken(services, request)).signedIn;
}

/**
 * The same, with the time at which the token expires.
 * @throws HttpError 401
 */
export async function requireToken(
  services: Services,
  request: FastifyRequest,
): Promise<{ signedIn: SignedIn; expiresAt: number }> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const verified = token && (await verifySession(services, token));
  if (!verified) throw new HttpError(401, 'Please sign in.', undefined, { 'www-authenticate': 'Bearer' });
  return verified;
}
