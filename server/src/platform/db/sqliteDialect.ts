import { join } from 'node:path';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqliteDriver.ts';

/** The database's file in DATA_DIR. */
export const sqliteFile = (folder: string): string => join(folder, 'companion.sqlite');

/** Kysely's SQLite dialect over Node's own driver, with one writer that commits in groups and a reader beside it. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class Adapter extends SqliteAdapter {
  /** The driver lets transactions take turns itself; Kysely need not queue them. */
  override get supportsMultipleConnections() {
    return true;
  }
  /** A migration that fails leaves nothing of itself. */
  override get supportsTransactionalDdl() {
    return true;
  }
}
