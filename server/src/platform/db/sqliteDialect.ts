import { join } from 'node:path';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqliteDriver.ts';

/** The database's file in DATA_DIR. */
export const sqliteFile = (folder: string): string => join(folder, 'companion.sqlite');

/** Kysely's SQLite dialect over Node's own driver, with one writer that commits in groups and a separate reader. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class Adapter extends SqliteAdapter {
  /** The driver queues transactions itself, so Kysely need not. */
  override get supportsMultipleConnections() {
    return true;
  }
  /** A migration that fails is rolled back completely. */
  override get supportsTransactionalDdl() {
    return true;
  }
}
