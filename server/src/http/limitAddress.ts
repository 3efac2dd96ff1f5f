import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { isOwnToken, type TokenPurpose } from '../platform/deriveKeys.ts';
import { type Limit, limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { limitFlood, refuseFlood } from './limitFlood.ts';

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

/** The address of a request. If a proxy forwards an invalid one, the proxy's own counts. */
export const addressOfRequest = ({ ip, socket }: FastifyRequest): string =>
  addressOf(ip) ?? addressOf(socket.remoteAddress ?? '') ?? 'unknown';

/** The /48 of an IPv6 address, of which one owner may have every /64; undefined for IPv4. */
export function networkOfRequest(request: FastifyRequest): string | undefined {
  const address = addressOfRequest(request);
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : undefined;
}

/** @returns what counts as one address (a /64 of IPv6 usually has one owner), or undefined if the text is not one */
export function addressOf(text: string): string | undefined {
  const ip = withoutPort(text);
  if (!ipaddr.isValid(ip) || !(ip.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(ip))) return undefined;
  // An IPv4-mapped IPv6 address is that IPv4 address.
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();
}

/** Some proxies write `203.0.113.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[(.*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return v6 ?? v4 ?? text;
}
