import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** Said at once, without asking the database. */
export class DatabaseUnavailable extends Error {}

/** What a connection works off within the time that a request may wait for one; a hall that asks all at once fits in. */
const WAITING_PER_CONNECTION = 600;
/** While the database is away, one request in this many milliseconds tries whether it is back. */
const TRY_AGAIN = 250;

/**
 * A pool that fails in milliseconds where waiting is pointless: when more wait than it can work off, and while the
 * database is known to be away. A connection that was given up in the midst of a query is not used again.
 */
export function guardPool(pool: pg.Pool): PostgresPool {
  const mostWaiting = pool.options.max * WAITING_PER_CONNECTION;
  let away = false;
  let trying = false;
  // Monotonic, and of no clock that a test sets: how long ago a connection failed is about this process only.
  let failedAt = 0;

  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new DatabaseUnavailable('too many wait for the database');
      if (!away || pool.idleCount > 0) return take();
      if (trying || performance.now() - failedAt < TRY_AGAIN) throw new DatabaseUnavailable('the database is away');
      trying = true;
      return take().finally(() => {
        trying = false;
      });
    },
  };

  async function take(): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      away = false;
      return releasedWhole(client);
    } catch (error) {
      if (error instanceof Error && isAway(error)) {
        away = true;
        failedAt = performance.now();
      }
      throw error;
    }
  }
}

/** A full pool or a full server says nothing about the connections that are there. */
const isAway = (error: Error & { code?: string }) =>
  error.message !== 'timeout exceeded when trying to connect' && error.code !== '53300';

/** After a read time-out the query is still under way: the next one on this connection would wait behind it. */
function releasedWhole(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  client.release = (destroy) => release(destroy || !isIdle(client));
  return client;
}

// pg keeps it public, but out of its types; where a later version has it no more, the connection counts as idle.
const isIdle = (client: pg.PoolClient & { readyForQuery?: boolean }) => client.readyForQuery !== false;
