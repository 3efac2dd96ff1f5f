import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isUnavailable } from './isUnavailable.ts';
import { lockFolder } from './lockFolder.ts';
import { migrations as ours } from './migrations/migrations.ts';
import {
  COMMAND_POOL,
  MIGRATION_POOL,
  openPostgres,
  type PoolLimits,
  type PoolState,
  SERVER_POOL,
} from './openPostgres.ts';
import type { ReadDatabase } from './readDatabase.ts';
import type { Database } from './schema.ts';
import { sqliteDialect, sqliteFile } from './sqliteDialect.ts';

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  /** Only PostgreSQL has a pool. */
  poolState?: () => PoolState;
  close(): Promise<void>;
}

/** Where the event's database is: `url` for PostgreSQL; without it, SQLite in `folder`. */
export interface DatabasePlace {
  url?: string | undefined;
  folder: string;
  /** For PostgreSQL; without it, a server's defaults. */
  pool?: PoolLimits;
}

export type Migrations = Record<string, Migration>;

/** How often a change of the tables is tried that has to wait for others' locks. */
const ATTEMPTS = 30;
const PAUSE = 500;

/**
 * Opens the event's database for the server and brings it up to date; a SQLite folder is then this process's own.
 * @param migrations what up to date means; a test of a rolling start has another version's
 * @throws Error that names the setting, when there is no database or another server has the folder
 */
export async function openDatabase(where: DatabasePlace, migrations: Migrations = ours): Promise<OpenDatabase> {
  if (where.url) return openReached(where.url, where.pool ?? SERVER_POOL, migrations);
  const unlock = lockFolder(where.folder);
  if (!unlock) {
    throw new Error(
      `DATA_DIR: the folder ${where.folder} is in use by another server process. Stop that one, or give this one another DATA_DIR.`,
    );
  }
  const opened = openSqlite(where.folder);
  const owned: OpenDatabase = { ...opened, close: () => opened.close().finally(unlock) };
  return orClose(owned, () => migrate(owned.db, migrations));
}

/**
 * Opens the event's database for a command, whether a server is running on it or not.
 * @throws Error as {@link openDatabase}, or when a running server's tables are older than this program's
 */
export async function openDatabaseForCommand(where: DatabasePlace): Promise<OpenDatabase> {
  if (where.url) return openReached(where.url, where.pool ?? COMMAND_POOL, ours);
  const unlock = lockFolder(where.folder);
  const opened = openSqlite(where.folder);
  // Only changing the tables needs the folder to itself.
  return orClose(opened, async () => {
    try {
      if (unlock) return await migrate(opened.db, ours);
    } finally {
      unlock?.();
    }
    if (await isUpToDate(opened.db, ours)) return;
    throw new Error(`DATA_DIR: the server on ${where.folder} is of an older version. Restart it with this one first.`);
  });
}

async function openReached(url: string, limits: PoolLimits, migrations: Migrations): Promise<OpenDatabase> {
  const { db, poolState } = openPostgres(url, limits);
  return orClose({ db, engine: 'postgres', poolState, close: () => db.destroy() }, async () => {
    await pingDatabase(db).catch(throwUnusable);
    if (await isUpToDate(db, migrations)) return;
    const patient = openPostgres(url, MIGRATION_POOL);
    await migrate(patient.db, migrations).finally(() => patient.db.destroy());
  });
}

function openSqlite(folder: string): OpenDatabase {
  const db = new Kysely<Database>({ dialect: sqliteDialect(sqliteFile(folder)) });
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

async function orClose(opened: OpenDatabase, prepare: () => Promise<void>): Promise<OpenDatabase> {
  try {
    await prepare();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** In words for the operator; of several addresses that were tried, each has its own reason. */
export function throwUnusable(error: unknown): never {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const told = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ');
  throw new Error(`DATABASE_URL: the database cannot be used: ${told}`);
}

/**
 * Kysely's migrator lets one server at a time in. What it cannot do for the moment, because others hold locks, is
 * tried again; and where a newer server was faster, its tables hold ours too (migrations only add).
 */
async function migrate(db: Kysely<Database>, migrations: Migrations): Promise<void> {
  for (let attempt = 1; !(await isUpToDate(db, migrations)); attempt++) {
    const { error } = await migratorOf(db, migrations).migrateToLatest();
    if (!error || (await isUpToDate(db, migrations))) continue;
    if (attempt === ATTEMPTS || !(error instanceof Error && isUnavailable(error))) throw error;
    await delay(PAUSE);
  }
}

/** Whether every migration of these has been run; there may be later ones, of a newer version. */
async function isUpToDate(db: Kysely<Database>, migrations: Migrations): Promise<boolean> {
  const known = await migratorOf(db, migrations).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}

const migratorOf = (db: Kysely<Database>, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

/** Rejects when the database does not answer. */
export async function pingDatabase(db: ReadDatabase): Promise<void> {
  await db.selectNoFrom(sql.lit(1).as('one')).execute();
}
