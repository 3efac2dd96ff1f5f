import { LRUCache } from 'lru-cache';
import { batchWrites } from '../platform/db/batchWrites.ts';
import { DomainError } from '../platform/domainError.ts';
import { count, type Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';

const MAX_ENTRIES = 10_000;
export const TOO_MANY = 'Too many requests. Please try again later.';

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

/** Rejects an event whose limit this node knows to be reached, without counting it. */
export function refuseFlood(services: Services, limited: Limit, message = TOO_MANY): void {
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

/** Two servers in one process, as in tests, have one each. */
const states = new WeakMap<Services, State>();

function stateOf(services: Services): State {
  const state = states.get(services) ?? {
    spent: new LRUCache<string, number>({ max: MAX_ENTRIES }),
    count: batchWrites((events: FloodEvent[]) => countEvents(services, events)),
  };
  states.set(services, state);
  return state;
}
