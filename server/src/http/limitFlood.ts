import { LRUCache } from 'lru-cache';
import { DomainError } from '../platform/domainError.ts';
import { count, type Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';

const MAX_ENTRIES = 10_000;
export const TOO_MANY = 'Too many requests. Please try again later.';

/**
 * Counts an event that can come as a flood, in a statement of its own. Once the limit is reached, this node rejects
 * further events from memory until the wait is over.
 * @throws DomainError `limited` with the time to wait
 */
export async function limitFlood(services: Services, limited: Limit, message = TOO_MANY): Promise<void> {
  refuseFlood(services, limited, message);
  const wait = await autocommit(services, (db) => count(db, services.now(), limited));
  if (wait === undefined) return;
  spentLimits(services).set(limited.key, services.now() + wait);
  throw new DomainError('limited', message, { retryAfterMs: wait });
}

/** Rejects an event whose limit this node knows to be reached, without counting it. */
export function refuseFlood(services: Services, { key, window }: Limit, message = TOO_MANY): void {
  const wait = (spentLimits(services).get(key) ?? 0) - services.now();
  // After the clock was set back, nothing may be rejected for longer than a count is kept.
  if (wait > 0 && wait <= 1.25 * window + 1) throw new DomainError('limited', message, { retryAfterMs: wait });
}

/** The limits that are reached, and until when. Two servers in one process, as in tests, have one map each. */
const spentOf = new WeakMap<Services, LRUCache<string, number>>();

function spentLimits(services: Services): LRUCache<string, number> {
  const spent = spentOf.get(services) ?? new LRUCache<string, number>({ max: MAX_ENTRIES });
  spentOf.set(services, spent);
  return spent;
}
