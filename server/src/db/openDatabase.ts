import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { lockFolder } from './lockFolder.ts';
import { migrations } from './migrations/migrations.ts';
import type { Database } from './schema.ts';
import { sqliteDialect } from './sqliteDialect.ts';

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/** What a query may take before the database gives it up, in milliseconds. */
const STATEMENT_TIMEOUT = 10_000;
const CONNECT_TIMEOUT = 15_000;
const POOL_SIZE = 10;

/**
 * Opens the event's database and brings it up to date.
 * @param where `url` for PostgreSQL; without it, SQLite in `folder`, which this process then owns
 * @throws Error that names the setting, when there is no database or another process has the folder
 */
export async function openDatabase(where: { url?: string | undefined; folder: string }): Promise<OpenDatabase> {
  const opened = where.url ? openPostgres(where.url) : openSqlite(where.folder);
  try {
    if (where.url) await pingDatabase(opened.db).catch(cannotBeUsed);
    await migrate(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function openSqlite(folder: string): OpenDatabase {
  const unlock = lockFolder(folder);
  const db = new Kysely<Database>({ dialect: sqliteDialect(join(folder, 'companion.sqlite')) });
  return {
    db,
    engine: 'sqlite',
    close: async () => {
      await db.destroy();
      unlock();
    },
  };
}

function openPostgres(url: string): OpenDatabase {
  const types = new pg.TypeOverrides();
  // Milliseconds and counts fit a number exactly; pg hands int8 out as text unless told otherwise.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    types,
  });
  // An idle connection that the server cuts is replaced at the next query; unheard, the event would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/** In words for the operator; of several addresses that were tried, each has its own reason. */
function cannotBeUsed(error: unknown): never {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const told = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ');
  throw new Error(`DATABASE_URL: the database cannot be used: ${told}`);
}

async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Rejects when the database does not answer. */
export async function pingDatabase(db: Kysely<Database>): Promise<void> {
  await sql`select 1`.execute(db);
}
