import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type OrderByItemBuilder, type SelectQueryBuilder, SqliteDialect, sql, type Transaction } from 'kysely';
import { COMMAND_POOL, openPostgres } from './db/openPostgres.ts';
import type { Database } from './db/schema.ts';
import { sqliteFile } from './db/sqliteDialect.ts';
import { type DatabasePlace, pingDatabase, throwUnusable } from './openDatabase.ts';

/** The database as of one moment, while servers continue to write. */
export interface Snapshot {
  engine: 'sqlite' | 'postgres';
  db: Transaction<Database>;
  /** Streams the rows of a query of `db`, never all of them in memory. One query at a time. */
  rows<DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>): AsyncIterable<Row>;
  /** For `orderBy` on a text column: sorts by bytes, so that the order is the same on both engines. */
  byBytes(item: OrderByItemBuilder): OrderByItemBuilder;
  close(): Promise<void>;
}

/** Rows fetched from PostgreSQL at a time. */
const PAGE_SIZE = 100;

/**
 * Opens a read-only view of the database as of one moment; servers may be running. It runs no migrations, so the tables
 * may be those of an older or a newer version.
 * @throws Error that names the setting, when there is no database
 */
export function openSnapshot(place: DatabasePlace): Promise<Snapshot> {
  return place.url ? ofPostgres(place.url) : ofSqlite(sqliteFile(place.folder));
}

async function ofSqlite(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new Error(`DATA_DIR: there is no database ${file}.`);
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    const database = { close: () => sqlite.close(), prepare: (text: string) => statementOf(sqlite, text) };
    const db = new Kysely<Database>({ dialect: new SqliteDialect({ database }) });
    const trx = await db.startTransaction().execute();
    // SQLite takes the snapshot at the first read, not at `begin`.
    await sql`select name from sqlite_master limit 1`.execute(trx);
    return {
      engine: 'sqlite',
      db: trx,
      rows: (query) => query.stream(),
      byBytes: (item) => item.collate('binary'),
      close: async () => {
        await trx.rollback().execute();
        await db.destroy();
      },
    };
  } catch (error) {
    throw new Error(
      `DATA_DIR: the database ${file} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function statementOf(sqlite: DatabaseSync, text: string) {
  const statement = sqlite.prepare(text);
  // Kysely types its parameters as unknown; our columns are text and integers only.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

async function ofPostgres(url: string): Promise<Snapshot> {
  const { db } = openPostgres(url, { ...COMMAND_POOL, size: 1 });
  try {
    await pingDatabase(db).catch(throwUnusable);
    const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
    // The reader of a large export may be slow.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`select 1`.execute(trx);
    let cursors = 0;
    return {
      engine: 'postgres',
      db: trx,
      rows: (query) => pages(trx, query, `snapshot_${cursors++}`),
      byBytes: (item) => item.collate('C'),
      close: async () => {
        await trx.rollback().execute();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function* pages<DB, Tables extends keyof DB, Row>(
  db: Transaction<Database>,
  query: SelectQueryBuilder<DB, Tables, Row>,
  name: string,
): AsyncGenerator<Row> {
  const cursor = sql.id(name);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_SIZE)} from ${cursor}`.execute(db);
    yield* rows;
    if (rows.length < PAGE_SIZE) break;
  }
  await sql`close ${cursor}`.execute(db);
}
