import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/db/schema.ts';
import { Refusal } from '../platform/errors.ts';
import { isOwnToken, type TokenPurpose } from '../platform/keys.ts';
import { count, type Limit, limit, retryAfter } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';

const WINDOW = 5 * 60_000;
const MOST_REMEMBERED = 10_000;
const TOO_MANY = 'Too many requests. Please try again later.';

/**
 * Counts one more request of this call from an address: a high ceiling, for a hall of thousands shares one (decisions).
 * Each call has a count of its own.
 * @throws Refusal 429 with Retry-After
 */
export function limitAddress(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  call: 'login' | 'createAccount' | 'sendResetPassword',
  request: FastifyRequest,
): Promise<void> {
  const key = `${call} from ${addressOfRequest(request)}`;
  return limit(db, now(), { key, most: config.signInsPerAddress, window: WINDOW });
}

type FailingCall =
  | 'login'
  | 'smsLogin'
  | 'autologin'
  | 'refresh'
  | 'createAccount'
  | 'updateAccount'
  | 'validateToken'
  | 'resetPassword';

/**
 * Counts a request that is about to be refused, apart from those that succeed: what somebody sends from the venue's
 * address never keeps out a neighbour whose code, link or token is right.
 * @param message what is told once there are too many
 * @throws Refusal 429 with Retry-After
 */
export async function limitFailures(
  services: Services,
  call: FailingCall,
  request: FastifyRequest,
  message = TOO_MANY,
): Promise<void> {
  const failures = failuresOf(services, call, request);
  refuseSpent(services, failures, message);
  const wait = await autocommit(services, (db) => count(db, services.now(), failures));
  if (wait === undefined) return;
  spentAddresses(services).set(failures.key, services.now() + wait);
  throw new Refusal(429, message, undefined, retryAfter(wait));
}

/**
 * Whether this server made a token. A flood of made-up ones costs it no query; those that were sent before tokens
 * carried a MAC are looked up, as long as the address has not failed too often.
 * @throws Refusal 429 with Retry-After
 */
export async function isGenuine(
  services: Services,
  {
    call,
    request,
    purpose,
    token,
  }: { call: FailingCall; request: FastifyRequest; purpose: TokenPurpose; token: string },
  isOnRecord: () => Promise<boolean>,
): Promise<boolean> {
  if (isOwnToken(services.keys, purpose, token)) return true;
  refuseSpent(services, failuresOf(services, call, request), TOO_MANY);
  if (await isOnRecord()) return true;
  await limitFailures(services, call, request);
  return false;
}

function failuresOf({ config }: Services, call: FailingCall, request: FastifyRequest): Limit {
  const most = call === 'refresh' ? config.refreshesPerAddress : config.signInsPerAddress;
  return { key: `failed ${call} from ${addressOfRequest(request)}`, most, window: WINDOW };
}

/** Spares the database the count of a flood that is refused anyway. */
function refuseSpent(services: Services, { key, window }: Limit, message: string): void {
  const wait = (spentAddresses(services).get(key) ?? 0) - services.now();
  // A clock that was set back must refuse nobody for longer than a window.
  if (wait > 0 && wait <= window) throw new Refusal(429, message, undefined, retryAfter(wait));
}

/** Whose failures were too many, and until when: of this node, two in one process have one each. */
const spentOf = new WeakMap<Services, LRUCache<string, number>>();

function spentAddresses(services: Services): LRUCache<string, number> {
  const spent = spentOf.get(services) ?? new LRUCache<string, number>({ max: MOST_REMEMBERED });
  spentOf.set(services, spent);
  return spent;
}

/** Where a request comes from. What a proxy forwards that is no address counts as the proxy's own. */
const addressOfRequest = ({ ip, socket }: FastifyRequest): string =>
  addressOf(ip) ?? addressOf(socket.remoteAddress ?? '') ?? 'unknown';

/** @returns what counts as one address, undefined when it is none: a whole /64 of IPv6 usually has one owner */
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
