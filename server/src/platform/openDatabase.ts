import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isUnavailable } from './db/isUnavailable.ts';
import { lockFolder } from './db/lockFolder.ts';
import { FIRST_OF_0_1_0, migrations as ours } from './db/migrations.ts';
import {
  COMMAND_POOL,
  MIGRATION_POOL,
  openPostgres,
  type PoolLimits,
  type PoolState,
  SERVER_POOL,
} from './db/openPostgres.ts';
import type { ReadDatabase } from './db/readDatabase.ts';
import type { Database } from './db/schema.ts';
import { sqliteDialect, sqliteFile } from './db/sqliteDialect.ts';

export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  /** Undefined on SQLite, which has no pool. */
  poolState?: () => PoolState;
  close(): Promise<void>;
}

/** Where the event's database is: PostgreSQL at `url`, or SQLite in `folder` without one. */
export interface DatabasePlace {
  url?: string | undefined;
  folder: string;
  /** For PostgreSQL; default: the server's limits. */
  pool?: PoolLimits;
}

export type Migrations = Record<string, Migration>;

/** How often a migration is retried while other connections hold locks on its tables. */
const MAX_ATTEMPTS = 30;
const RETRY_INTERVAL_MS = 500;

/**
 * Opens the event's database for the server, runs its migrations and, on SQLite, locks the folder.
 * @param migrations those of this version; the test of a rolling start passes another version's
 * @throws Error that names the setting, when there is no database, another server uses the folder, or the tables are those
 * of version 0.1.0
 */
export async function openDatabase(where: DatabasePlace, migrations: Migrations = ours): Promise<OpenDatabase> {
  if (where.url) return openReached(where.url, where.pool ?? SERVER_POOL, migrations);
  return nameFolder(where.folder, () => openFolder(where.folder, migrations));
}

async function openFolder(folder: string, migrations: Migrations): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  if (!unlock) {
    throw new Error(
      `DATA_DIR: the folder ${folder} is in use by another server process. Stop that one, or give this one another DATA_DIR.`,
    );
  }
  const opened = openSqlite(folder);
  const owned: OpenDatabase = { ...opened, close: () => opened.close().finally(unlock) };
  return closeOnError(owned, () => migrateFolder(owned.db, folder, migrations));
}

/** Names the setting in an error of the folder, or of the database file in it. */
async function nameFolder<Result>(folder: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    // Of SQLite, or of a call of the system.
    if (!(error instanceof Error) || !('errcode' in error || 'syscall' in error)) throw error;
    const isDamaged = 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
    const restore = isDamaged ? ' The file is damaged: restore a backup into another folder.' : '';
    throw new Error(`DATA_DIR: the database in ${folder} cannot be used: ${error.message}.${restore}`, {
      cause: error,
    });
  }
}

/** SQLite's codes CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26]);

/**
 * Opens the event's database for a command; a server may be running on it.
 * @throws Error like {@link openDatabase}, or when a running server has an older version's tables
 */
export async function openDatabaseForCommand(where: DatabasePlace): Promise<OpenDatabase> {
  if (where.url) return openReached(where.url, where.pool ?? COMMAND_POOL, ours);
  return nameFolder(where.folder, () => openFolderForCommand(where.folder));
}

async function openFolderForCommand(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  const opened = openSqlite(folder);
  // Only a migration needs the lock.
  return closeOnError(opened, async () => {
    try {
      if (unlock) return await migrateFolder(opened.db, folder, ours);
    } finally {
      unlock?.();
    }
    if (await isUpToDate(opened.db, ours)) return;
    throw new Error(`DATA_DIR: the server on ${folder} runs an older version. Restart it with this version first.`);
  });
}

/** Opens the database for a command with the tables that it has, which may be those of an older or a newer version. */
export const openDatabaseAsItIs = ({ url, folder, pool = COMMAND_POOL }: DatabasePlace): OpenDatabase =>
  url ? ofPostgres(url, pool) : openSqlite(folder);

function ofPostgres(url: string, limits: PoolLimits): OpenDatabase {
  const { db, poolState } = openPostgres(url, limits);
  return { db, engine: 'postgres', poolState, close: () => db.destroy() };
}

async function openReached(url: string, limits: PoolLimits, migrations: Migrations): Promise<OpenDatabase> {
  const opened = ofPostgres(url, limits);
  const { db } = opened;
  return closeOnError(opened, async () => {
    await pingDatabase(db).catch(throwUnusable);
    await migrateReached(db, url, migrations).catch(explainRefusal);
  });
}

async function migrateReached(db: Kysely<Database>, url: string, migrations: Migrations): Promise<void> {
  if (await isUpToDate(db, migrations)) return;
  await rejectEarlier(db, 'DATABASE_URL: the database', 'set the URL of an empty database');
  const forMigration = openPostgres(url, MIGRATION_POOL);
  await migrate(forMigration.db, migrations).finally(() => forMigration.db.destroy());
}

function openSqlite(folder: string): OpenDatabase {
  const db = new Kysely<Database>({ dialect: sqliteDialect(sqliteFile(folder)) });
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

async function migrateFolder(db: Kysely<Database>, folder: string, migrations: Migrations): Promise<void> {
  if (await isUpToDate(db, migrations)) return;
  await rejectEarlier(db, `DATA_DIR: the database ${sqliteFile(folder)}`, 'remove this folder, or set another one');
  await migrate(db, migrations);
}

async function closeOnError(opened: OpenDatabase, prepare: () => Promise<void>): Promise<OpenDatabase> {
  try {
    await prepare();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Reports to the operator why no connection succeeded: one reason for each address that was tried. */
export function throwUnusable(error: unknown): never {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  const messages = reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason)));
  throw new Error(`DATABASE_URL: the database cannot be used: ${messages.join('; ')}`);
}

/** PostgreSQL's codes for a missing right, and for a table of the same name. */
const REFUSALS: Record<string, string> = {
  42501: 'The role of DATABASE_URL must own the database, or may create tables in its schema.',
  '42P07': 'It has tables of another program: set the URL of an empty database.',
};

function explainRefusal(error: unknown): never {
  const advice = error instanceof Error && 'code' in error ? REFUSALS[String(error.code)] : undefined;
  if (!advice) throw error;
  throw new Error(`DATABASE_URL: the tables cannot be used: ${Object(error).message}. ${advice}`, { cause: error });
}

/** @param instead what to do if the data are not needed */
async function rejectEarlier(db: Kysely<Database>, name: string, instead: string): Promise<void> {
  const ofEarlier = { [FIRST_OF_0_1_0]: { up: async () => {} } };
  if (!(await isUpToDate(db, ofEarlier))) return;
  throw new Error(
    `${name} has the tables of version 0.1.0, which this version cannot use. Nothing was changed. ` +
      'To keep the data: "npm run event -- backup FILE", then "npm run event -- restore FILE --force". ' +
      `To start without them: ${instead}.`,
  );
}

/**
 * Kysely's migrator admits one server at a time. A migration that fails because others hold locks is retried. If a newer
 * server was faster, its tables include ours, because migrations only add.
 */
async function migrate(db: Kysely<Database>, migrations: Migrations): Promise<void> {
  for (let attempt = 1; !(await isUpToDate(db, migrations)); attempt++) {
    const { error } = await migratorOf(db, migrations).migrateToLatest();
    if (!error || (await isUpToDate(db, migrations))) continue;
    if (attempt === MAX_ATTEMPTS || !(error instanceof Error && isUnavailable(error))) throw error;
    await delay(RETRY_INTERVAL_MS);
  }
}

/** Whether all these migrations have been run; a newer version may have run more. */
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
