import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { guardPool } from './guardPool.ts';
import { RetryingClient } from './retryingClient.ts';
import type { Database } from './schema.ts';

/** The number of connections, and their timeouts in milliseconds. */
export interface PoolLimits {
  size: number;
  /** To connect, and to wait for a free connection. */
  connectTimeout: number;
  /** For one statement, including its wait for locks. */
  statementTimeout: number;
  /** For a statement's wait for a lock; default: `statementTimeout`. */
  lockTimeout?: number;
}

/** For requests: people do not wait longer for a screen. */
export const SERVER_POOL: PoolLimits = { size: 10, connectTimeout: 3_000, statementTimeout: 8_000 };
/** For commands: an export or import may take minutes. */
export const COMMAND_POOL: PoolLimits = { size: 2, connectTimeout: 15_000, statementTimeout: 600_000 };
/** A migration that waits for a lock blocks every later query on that table, so it gives up early and retries. */
export const MIGRATION_POOL: PoolLimits = { ...COMMAND_POOL, size: 1, lockTimeout: 2_000 };

/** A server that hangs must not hold its transaction's locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** A database host that vanished cannot end its statements, so the client does, this much later. */
const CLIENT_TIMEOUT_GRACE_MS = 2_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** The state of the pool of connections. */
export interface PoolState {
  total: number;
  idle: number;
  /** Requests waiting for a connection. */
  waiting: number;
}

export interface OpenPostgres {
  db: Kysely<Database>;
  poolState(): PoolState;
}

/** Connects at the first query. */
export function openPostgres(url: string, limits: PoolLimits): OpenPostgres {
  const types = new pg.TypeOverrides();
  // Milliseconds and counts fit a number exactly; by default pg returns int8 as text.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    Client: RetryingClient,
    connectionString: url,
    max: limits.size,
    // Closed when idle, connections would be opened anew in each burst, with a process and a handshake of PostgreSQL
    // each, when it has the least time for them.
    min: limits.size,
    connectionTimeoutMillis: limits.connectTimeout,
    statement_timeout: limits.statementTimeout,
    query_timeout: limits.statementTimeout + CLIENT_TIMEOUT_GRACE_MS,
    ...(limits.lockTimeout ? { lock_timeout: limits.lockTimeout } : {}),
    idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_TIMEOUT_MS, limits.statementTimeout),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types,
  });
  // Without listeners these events would end the process. A lost idle connection is replaced at the next query; one lost
  // between two statements of a transaction fails the second.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardPool(pool) }) }),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
