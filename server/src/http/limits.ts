import type { Call } from '@companion/contract/defineCall';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { batchWrites } from '../platform/db/batchWrites.ts';
import type { Database } from '../platform/db/schema.ts';
import { isOwnToken, type TokenPurpose } from '../platform/deriveKeys.ts';
import { DomainError } from '../platform/domainError.ts';
import { count, type Limit, limit } from '../platform/limit.ts';
import { perServer } from '../platform/perServer.ts';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { autocommit, type Transacting } from '../platform/transact.ts';
import { toHttpError } from './httpError.ts';
import { type AddressLimit, limitsByAddress } from './requestAddress.ts';

/**
 * Counts a call towards its limit per account. Run it in the transaction of the call's work: what is rolled back, or
 * repeated by its idempotency key, does not count.
 * @throws DomainError `limited`
 */
export async function limitAccount(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  { limits: { account: declared } }: Pick<Call, 'limits'>,
  accountId: string,
): Promise<void> {
  if (!declared) return;
  await limit(db, now(), { key: `${declared.count} ${accountId}`, max: declared.max, window: declared.windowMs });
}

/**
 * Counts a failure towards the limit of the client's address, if the call declares one.
 * @param name the call's
 * @throws DomainError `limited`
 */
export async function countFailure(
  services: Services,
  { limits: { failures } }: Pick<Call, 'limits'>,
  name: string,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!failures || !(error instanceof Error)) return;
  const { status, message } = toHttpError(error);
  if (!failures.statuses.includes(status)) return;
  await limitFailures(services, name, request, failures.keepMessage && message);
}

const WINDOW_MS = 5 * MINUTE;

/**
 * Counts one more request of this call from an address. The limit is high, because thousands share one (decision 006).
 * Each call has a count of its own.
 * @throws DomainError `limited` with the time to wait
 */
export async function limitAddress(
  db: Kysely<Database>,
  services: Pick<Services, 'config' | 'now'>,
  call: 'login' | 'login to a new phone' | 'createAccount',
  request: FastifyRequest,
): Promise<void> {
  for (const limited of requestsOf(services, call, request)) await limit(db, services.now(), limited);
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
  return limitFloods(services, requestsOf(services, call, request));
}

const requestsOf = ({ config }: Pick<Services, 'config'>, call: string, request: FastifyRequest): Limit[] =>
  limitsByAddress(config, request, {
    key: (from) => `${call} from ${from}`,
    ...signInLimit(config),
    window: WINDOW_MS,
  });

const signInLimit = ({
  signInsPerAddress,
  venueSignInsPerAddress,
}: Config): Pick<AddressLimit, 'max' | 'venueMax'> => ({
  max: signInsPerAddress,
  venueMax: venueSignInsPerAddress,
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
  await limitFloods(services, failuresOf(services, call, request), message);
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
  for (const limited of failuresOf(services, call, request)) refuseFlood(services, limited);
  if (await isOnRecord()) return true;
  await limitFailures(services, call, request);
  return false;
}

function failuresOf({ config }: Services, call: string, request: FastifyRequest): Limit[] {
  const limited = call === 'refresh' ? { max: config.refreshesPerAddress } : signInLimit(config);
  return limitsByAddress(config, request, {
    key: (from) => `failed ${call} from ${from}`,
    ...limited,
    window: WINDOW_MS,
  });
}

const MAX_ENTRIES = 10_000;
const TOO_MANY = 'Too many requests. Please try again later.';

interface FloodEvent {
  limited: Limit;
  /** Set once it is counted, if it exceeds the limit: the milliseconds to wait. */
  wait?: number | undefined;
}

/**
 * Counts an event that can come as a flood. Events that arrive at the same time are counted in one statement, because
 * each would wait for the same row, with a connection that others need. Once the limit is reached, this node rejects
 * further events from memory until the wait is over.
 * @throws DomainError `limited` with the time to wait
 */
export async function limitFlood(services: Services, limited: Limit, message = TOO_MANY): Promise<void> {
  refuseFlood(services, limited, message);
  const event: FloodEvent = { limited };
  await stateOf(services).count(event);
  if (event.wait !== undefined) throw new DomainError('limited', message, { retryAfterMs: event.wait });
}

/**
 * Counts one event towards several limits. None of them counts it if one is known to be reached, so that a client over
 * its own limit does not use up that of its network.
 * @throws DomainError `limited` with the time to wait
 */
export async function limitFloods(services: Services, limits: Limit[], message?: string): Promise<void> {
  for (const limited of limits) refuseFlood(services, limited, message);
  for (const limited of limits) await limitFlood(services, limited, message);
}

/** Rejects an event whose limit this node knows to be reached, without counting it. */
function refuseFlood(services: Services, limited: Limit, message = TOO_MANY): void {
  const wait = knownWait(services, limited);
  if (wait !== undefined) throw new DomainError('limited', message, { retryAfterMs: wait });
}

function knownWait(services: Services, { key, window }: Limit): number | undefined {
  const wait = (stateOf(services).spent.get(key) ?? 0) - services.now();
  // After the clock was set back, nothing may be rejected for longer than a count is kept.
  return wait > 0 && wait <= 1.25 * window + 1 ? wait : undefined;
}

async function countEvents(services: Services, events: FloodEvent[]): Promise<void> {
  await autocommit(services, async (db) => {
    for (const group of Map.groupBy(events, ({ limited }) => limited.key).values()) {
      const limited = group[0]?.limited;
      if (!limited) continue;
      // More than the limit allows would be counted at a key without a row, and the limit spent with no event accepted.
      const mayFit = group.length <= limited.max;
      if (mayFit && (await count(db, services.now(), limited, group.length)) === undefined) continue;
      // One by one up to the limit: it is reached once in a window.
      for (const event of group) {
        event.wait = knownWait(services, limited) ?? (await count(db, services.now(), limited));
        if (event.wait !== undefined) stateOf(services).spent.set(limited.key, services.now() + event.wait);
      }
    }
  });
}

interface State {
  /** The limits that are reached, and until when. */
  spent: LRUCache<string, number>;
  count: (event: FloodEvent) => Promise<void>;
}

const stateOf = perServer(
  (services: Services): State => ({
    spent: new LRUCache<string, number>({ max: MAX_ENTRIES }),
    count: batchWrites((events: FloodEvent[]) => countEvents(services, events)),
  }),
);
