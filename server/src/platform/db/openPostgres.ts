import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { guardPool } from './guardPool.ts';
import { PreparingClient } from './preparingClient.ts';
import type { Database } from './schema.ts';

/** How many connections, and how long they are waited for, in milliseconds. */
export interface PoolLimits {
  size: number;
  /** To connect, and to wait for a free connection. */
  connectTimeout: number;
  /** What one statement may take, waiting for locks included. */
  statementTimeout: number;
  /** What a statement may wait for a lock; without it, as long as it may take. */
  lockTimeout?: number;
}

/** For requests: who waits longer has put the phone away. */
export const SERVER_POOL: PoolLimits = { size: 10, connectTimeout: 3_000, statementTimeout: 8_000 };
const MINUTE = 60_000;
/** For commands, whose one export or import may take its time. */
export const COMMAND_POOL: PoolLimits = { size: 2, connectTimeout: 15_000, statementTimeout: 10 * MINUTE };
/** A change of a table waits for those who use it, and everyone behind it waits with it: rather try again. */
export const MIGRATION_POOL: PoolLimits = { ...COMMAND_POOL, size: 1, lockTimeout: 2_000 };

/** A transaction whose server hangs must not hold its locks on the others. */
const IDLE_IN_TRANSACTION = 15_000;
/** A database that is gone without a word does not end its statements itself. */
const READ_GRACE = 2_000;
const KEEP_ALIVE_AFTER = 10_000;

/** How the pool of connections stands. */
export interface PoolState {
  total: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

export interface OpenPostgres {
  db: Kysely<Database>;
  poolState(): PoolState;
}

/** Connects at the first query. */
export function openPostgres(url: string, limits: PoolLimits): OpenPostgres {
  const types = new pg.TypeOverrides();
  // Milliseconds and counts fit a number exactly; pg hands int8 out as text unless told otherwise.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: limits.size,
    connectionTimeoutMillis: limits.connectTimeout,
    statement_timeout: limits.statementTimeout,
    query_timeout: limits.statementTimeout + READ_GRACE,
    ...(limits.lockTimeout ? { lock_timeout: limits.lockTimeout } : {}),
    idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION, limits.statementTimeout),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    types,
  });
  // Unheard, these events would end the process. An idle connection that was cut is replaced at the next query; one that
  // is cut between two statements of a transaction fails the next of them.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardPool(pool) }) }),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
