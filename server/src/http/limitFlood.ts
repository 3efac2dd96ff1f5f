import { LRUCache } from 'lru-cache';
import { DomainError } from '../platform/errors.ts';
import { count, type Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';

const MOST_REMEMBERED = 10_000;
export const TOO_MANY = 'Too many requests. Please try again later.';

/**
 * Counts one more of something that can come as a flood, in a statement of its own. Once it was too much, this node
 * refuses it from memory until the wait is over.
 * @throws DomainError `limited` with the time to wait
 */
export async function limitFlood(services: Services, limited: Limit, message = TOO_MANY): Promise<void> {
  refuseFlood(services, limited, message);
  const wait = await autocommit(services, (db) => count(db, services.now(), limited));
  if (wait === undefined) return;
  spentLimits(services).set(limited.key, services.now() + wait);
  throw new DomainError('limited', message, { retryAfterMs: wait });
}

/** Refuses what this node remembers to be too much, and counts nothing. */
export function refuseFlood(services: Services, { key, window }: Limit, message = TOO_MANY): void {
  const wait = (spentLimits(services).get(key) ?? 0) - services.now();
  // A clock that was set back must refuse nobody for longer than a count is held.
  if (wait > 0 && wait <= 1.25 * window + 1) throw new DomainError('limited', message, { retryAfterMs: wait });
}

/** Which limits were exceeded, and until when: two servers in one process, as in tests, have one map each. */
const spentOf = new WeakMap<Services, LRUCache<string, number>>();

function spentLimits(services: Services): LRUCache<string, number> {
  const spent = spentOf.get(services) ?? new LRUCache<string, number>({ max: MOST_REMEMBERED });
  spentOf.set(services, spent);
  return spent;
}
