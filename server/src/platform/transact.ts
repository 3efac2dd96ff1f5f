import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, KyselyPlugin, Transaction } from 'kysely';
import { DatabaseUnavailable } from './db/guardPool.ts';
import type { ReadDatabase } from './db/readDatabase.ts';
import type { Database } from './db/schema.ts';
import { Turns } from './db/turns.ts';
import type { Services } from './services.ts';

/** The services on one transaction: `db` is its handle, and the only one that writes. */
export type Transacting = Services & { db: Transaction<Database> };

/** What runs in the current chain of calls: a second writer inside it would wait for the first for ever. */
const current = new AsyncLocalStorage<Scope>();

interface Scope {
  name: 'transact' | 'autocommit';
  open: boolean;
  /** The server's own handle. */
  db: ReadDatabase;
  afterwards: ((db: ReadDatabase) => void)[];
}

/**
 * Runs `work` in one transaction, which is committed when it resolves and rolled back when it rejects.
 * Work that holds its transaction longer than WRITER_TURN_TIMEOUT_MS is rolled back, so that the next writer proceeds.
 * @throws Error inside another `transact` or `autocommit`
 * @throws DatabaseUnavailable when the time is up
 */
export function transact<Result>(services: Services, work: (tx: Transacting) => Promise<Result>): Promise<Result> {
  const begin = () =>
    writable(services)
      .transaction()
      .execute((trx) => limitTime(services, trx, work));
  return enter('transact', services.db, () => (services.config.databaseUrl ? turnsOf(services).run(begin) : begin()));
}

/** Of the connections to PostgreSQL, so many are kept for single statements: votes, reads, the outbox, health. */
const KEPT_FOR_STATEMENTS = 0.4;

const turns = new WeakMap<Services['config'], Turns>();

/** A transaction holds its connection for a dozen round trips: many at once would keep everybody else from theirs. */
function turnsOf({ config }: Services): Turns {
  const { size, connectTimeout } = config.pool;
  const known =
    turns.get(config) ?? new Turns(Math.max(1, Math.floor(size * (1 - KEPT_FOR_STATEMENTS))), connectTimeout);
  turns.set(config, known);
  return known;
}

/**
 * Runs statements of which each is a transaction of its own: one round trip instead of three on PostgreSQL.
 * For work of one statement, or of several that may be kept in part.
 * @throws Error inside another `transact` or `autocommit`
 */
export function autocommit<Result>(
  services: Pick<Services, 'db'>,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return enter('autocommit', services.db, () => work(writable(services)));
}

/**
 * Runs `work` once the open transaction has ended, committed or not: for caches of what it has changed.
 * @param work gets the server's own handle, which tells apart several servers in one process
 */
export function afterTransaction(work: (db: ReadDatabase) => void): void {
  const scope = current.getStore();
  // Elsewhere, as in a command, no server has a cache.
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
    // What was started inside and goes on may write later.
    scope.open = false;
    for (const run of scope.afterwards) run(db);
  }
}

// The services hold the whole database; only their type hides the half that writes.
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

/** Refuses what expired work still asks for: behind the roll-back, it would be kept by itself. */
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
