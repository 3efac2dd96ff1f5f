import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { isOwnToken, type TokenPurpose } from '../platform/deriveKeys.ts';
import { type Limit, limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { limitFlood, refuseFlood } from './limitFlood.ts';
import { addressOfRequest } from './requestAddress.ts';

const WINDOW_MS = 5 * MINUTE;

/**
 * Counts one more request of this call from an address. The limit is high, because thousands share one (decision 006).
 * Each call has a count of its own.
 * @throws DomainError `limited` with the time to wait
 */
export function limitAddress(
  db: Kysely<Database>,
  services: Pick<Services, 'config' | 'now'>,
  call: 'login' | 'login to a new phone' | 'createAccount',
  request: FastifyRequest,
): Promise<void> {
  return limit(db, services.now(), requestsOf(services, call, request));
}

/**
 * The same as {@link limitAddress} for a call that anyone can repeat at will. It is counted before the work begins.
 * @throws DomainError `limited` with the time to wait
 */
export function limitRequests(
  services: Services,
  call: 'sendResetPassword' | 'requestStaffReset',
  request: FastifyRequest,
): Promise<void> {
  return limitFlood(services, requestsOf(services, call, request));
}

const requestsOf = ({ config }: Pick<Services, 'config'>, call: string, request: FastifyRequest): Limit => ({
  key: `${call} from ${addressOfRequest(request)}`,
  max: config.signInsPerAddress,
  window: WINDOW_MS,
});

/**
 * Counts a request that is about to be rejected, separately from those that succeed: requests of others at the venue's
 * address never affect a person whose code, link or token is right.
 * @param message the answer once the limit is reached
 * @throws DomainError `limited` with the time to wait
 */
export async function limitFailures(
  services: Services,
  call: string,
  request: FastifyRequest,
  message?: string,
): Promise<void> {
  await limitFlood(services, failuresOf(services, call, request), message);
}

/**
 * Whether this server issued a token. A flood of invented tokens costs no query. Tokens without a MAC, which earlier
 * versions sent, are looked up as long as the address has not failed too often.
 * @throws DomainError `limited` with the time to wait
 */
export async function isGenuine(
  services: Services,
  { call, request, purpose, token }: { call: string; request: FastifyRequest; purpose: TokenPurpose; token: string },
  isOnRecord: () => Promise<boolean>,
): Promise<boolean> {
  if (isOwnToken(services.keys, purpose, token)) return true;
  refuseFlood(services, failuresOf(services, call, request));
  if (await isOnRecord()) return true;
  await limitFailures(services, call, request);
  return false;
}

function failuresOf({ config }: Services, call: string, request: FastifyRequest): Limit {
  const max = call === 'refresh' ? config.refreshesPerAddress : config.signInsPerAddress;
  return { key: `failed ${call} from ${addressOfRequest(request)}`, max, window: WINDOW_MS };
}
