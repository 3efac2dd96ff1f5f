import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** Thrown at once, without a query to the database. */
export class DatabaseUnavailable extends Error {}

/** What a connection can serve within the time that a request may wait for one; enough for a whole audience at once. */
const MAX_WAITING_PER_CONNECTION = 600;
/** While the database is unreachable, one request per interval tries to connect. */
const RETRY_INTERVAL_MS = 250;

/**
 * A pool that fails at once when waiting is pointless: when more requests wait than it can serve in time, and while the
 * database is known to be unreachable. A connection that was abandoned during a query is not used again.
 */
export function guardPool(pool: pg.Pool): PostgresPool {
  const maxWaiting = pool.options.max * MAX_WAITING_PER_CONNECTION;
  let unreachable = false;
  let trying = false;
  // Monotonic, and independent of the clock that tests set: this is about this process only.
  let failedAt = 0;

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      if (pool.waitingCount >= maxWaiting) throw new DatabaseUnavailable('too many requests wait for the database');
      if (!unreachable || pool.idleCount > 0) return acquire();
      if (trying || performance.now() - failedAt < RETRY_INTERVAL_MS) {
        throw new DatabaseUnavailable('the database is unreachable');
      }
      trying = true;
      return acquire().finally(() => {
        trying = false;
      });
    },
  };

  async function acquire(): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      unreachable = false;
      return discardUnlessIdle(client);
    } catch (error) {
      if (error instanceof Error && isUnreachable(error)) {
        unreachable = true;
        failedAt = performance.now();
      }
      throw error;
    }
  }
}

/** A full pool or a full server does not mean that open connections fail. */
const isUnreachable = (error: Error & { code?: string }) =>
  error.message !== 'timeout exceeded when trying to connect' && error.code !== '53300';

/** After a client-side timeout the query still runs, and the next one on this connection would wait for it. */
function discardUnlessIdle(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  client.release = (destroy) => release(destroy || !isIdle(client));
  return client;
}

// Public in pg, but missing from its types. If a later version drops it, connections count as idle.
const isIdle = (client: pg.PoolClient & { readyForQuery?: boolean }) => client.readyForQuery !== false;
