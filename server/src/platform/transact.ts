import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, KyselyPlugin, Transaction } from 'kysely';
import { DatabaseUnavailable } from './db/guardPool.ts';
import { isUnavailable } from './db/isUnavailable.ts';
import type { ReadDatabase } from './db/readDatabase.ts';
import { retryDeadlocks } from './db/retryDeadlocks.ts';
import type { Database } from './db/schema.ts';
import { Semaphore } from './db/semaphore.ts';
import { perServer } from './perServer.ts';
import type { Services } from './services.ts';

/** The services within one transaction: `db` is its handle, and the only one that can write. */
export type Transacting = Services & { db: Transaction<Database> };

/** The writer that is open in the current chain of calls: a second one inside it would deadlock. */
const current = new AsyncLocalStorage<Scope>();

interface Scope {
  name: 'transact' | 'autocommit';
  open: boolean;
  /** The handle of the server. */
  db: ReadDatabase;
  afterwards: ((db: ReadDatabase) => void)[];
}

/**
 * Runs `work` in one transaction, which is committed when it resolves and rolled back when it rejects. After a deadlock
 * with another transaction it runs again, so that `work` changes nothing else before it resolves.
 * Work that holds its transaction longer than WRITER_TURN_TIMEOUT_MS is rolled back, so that the next writer proceeds.
 * @throws Error inside another `transact` or `autocommit`
 * @throws DatabaseUnavailable when the time is up
 */
export function transact<Result>(services: Services, work: (tx: Transacting) => Promise<Result>): Promise<Result> {
  const begin = () =>
    writable(services)
      .transaction()
      .execute((trx) => limitTime(services, trx, work));
  return enter('transact', services.db, () =>
    services.config.databaseUrl ? semaphoreOf(services).run(() => retryDeadlocks(begin)) : begin(),
  );
}

/** The share of PostgreSQL connections reserved for single statements: votes, reads, the outbox, health. */
const SHARE_FOR_STATEMENTS = 0.4;

/** A transaction holds its connection for a dozen round trips, so many at once would starve all other requests. */
const semaphoreOf = perServer(({ config: { pool } }: Services) => {
  const concurrency = Math.max(1, Math.floor(pool.size * (1 - SHARE_FOR_STATEMENTS)));
  return new Semaphore(concurrency, pool.connectTimeout);
});

/**
 * Runs statements that each commit at once: one round trip instead of three on PostgreSQL.
 * For one statement, or for several of which some may be stored without the others.
 * @throws Error inside another `transact` or `autocommit`
 */
export function autocommit<Result>(
  services: Pick<Services, 'db'>,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return enter('autocommit', services.db, () => work(writable(services)));
}

/**
 * The same for bookkeeping, such as when something was used last: what only reads must not fail because that cannot be
 * stored, as on a full disk.
 */
export async function autocommitIfPossible(
  services: Pick<Services, 'db'>,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<void> {
  try {
    await autocommit(services, work);
  } catch (error) {
    if (!(error instanceof Error && isUnavailable(error))) throw error;
  }
}

/**
 * Runs `work` once the open transaction has ended, committed or not: for caches of what it has changed.
 * @param work gets the server's own handle, which distinguishes several servers in one process
 */
export function afterTransaction(work: (db: ReadDatabase) => void): void {
  const scope = current.getStore();
  // Outside a server, such as in a command, there is no cache.
  if (scope?.open) scope.afterwards.push(work);
}

async function enter<Result>(name: Scope['name'], db: ReadDatabase, work: () => Promise<Result>): Promise<Result> {
  const outer = current.getStore();
  if (outer?.open) {
    throw new Error(`${name} inside ${outer.name}: write with the database handle that the outer one passes.`);
  }
  const scope: Scope = { name, open: true, db, afterwards: [] };
  try {
    return await current.run(scope, work);
  } finally {
    // Work that was started inside and is not awaited may write later.
    scope.open = false;
    for (const run of scope.afterwards) run(db);
  }
}

// The services hold the full database handle; only its type hides the methods that write.
const writable = ({ db }: Pick<Services, 'db'>) => db as Kysely<Database>;

async function limitTime<Result>(
  services: Services,
  trx: Transaction<Database>,
  work: (tx: Transacting) => Promise<Result>,
): Promise<Result> {
  const limit = services.config.writerTurnTimeout;
  const expired = Promise.withResolvers<never>();
  const expiry = new Expiry();
  const timer = setTimeout(() => {
    expiry.error = new DatabaseUnavailable(`a transaction took longer than WRITER_TURN_TIMEOUT_MS (${limit} ms)`);
    expired.reject(expiry.error);
  }, limit);
  try {
    return await Promise.race([work({ ...services, db: trx.withPlugin(expiry) }), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects further statements of expired work: after the rollback, each of them would commit on its own. */
class Expiry implements KyselyPlugin {
  error: Error | undefined;

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (this.error) throw this.error;
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}
