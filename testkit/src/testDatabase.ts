import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteFile } from '@companion/server/platform/db/sqliteDialect';
import { type OpenDatabase, openDatabase } from '@companion/server/platform/openDatabase';
import pg from 'pg';
import { memoryFolder } from './memoryFolder.ts';
import { migrationStatements } from './migrationStatements.ts';

/**
 * Opens a new, migrated database for one test, on the engine of the run: SQLite in a new folder, or with
 * `TEST_DATABASE=postgres` on the server of `TEST_DATABASE_URL`, which must allow creating databases.
 * `where` opens the same database again, as a second node or a restarted process does.
 */
export async function openTestDatabase(): Promise<
  OpenDatabase & { where: { url?: string; folder: string }; destroy(): Promise<void> }
> {
  const place = await makeMigratedPlace();
  try {
    const opened = await openDatabase(place.where);
    return {
      ...opened,
      where: place.where,
      destroy: async () => {
        await opened.close();
        await place.remove();
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

export interface Place {
  where: { url?: string; folder: string };
  remove(): Promise<void>;
}

/** Makes a place for an empty database. */
export async function makePlace(): Promise<Place> {
  return isPostgres() ? postgresPlace(async () => 'template1') : sqlitePlace();
}

/** Like `makePlace`, with the tables of this version. */
export async function makeMigratedPlace(): Promise<Place> {
  if (isPostgres()) return postgresPlace(migratedTemplate);
  const place = await sqlitePlace();
  await writeFile(sqliteFile(place.where.folder), await migratedFile(), { mode: 0o600 });
  return place;
}

const isPostgres = () => process.env.TEST_DATABASE === 'postgres';

async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(memoryFolder(), 'companion-test-'));
  return { where: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function postgresPlace(template: (admin: string) => Promise<string>): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-test-'));
  const admin = process.env.TEST_DATABASE_URL;
  if (!admin)
    throw new Error(
      'TEST_DATABASE_URL is not set. With TEST_DATABASE=postgres, set it to the URL of a PostgreSQL superuser.',
    );
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(admin, `create database ${name} template ${await template(admin)}`);
  return {
    where: { url: inDatabase(admin, name), folder },
    remove: async () => {
      await runOn(admin, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let migrated: Promise<Buffer> | undefined;

/** Returns the file of a database with the tables of this version and no rows: writing it costs less than migrating. */
function migratedFile(): Promise<Buffer> {
  migrated ??= migrateFile();
  return migrated;
}

async function migrateFile(): Promise<Buffer> {
  const { where, remove } = await sqlitePlace();
  try {
    // Closing it writes all of it into this one file.
    await (await openDatabase(where)).close();
    return await readFile(sqliteFile(where.folder));
  } finally {
    await remove();
  }
}

/** Since this version PostgreSQL by default logs every page of a copy, at three times the work of copying its files. */
const CHOOSES_STRATEGY = 150_000;

let prepared: Promise<string> | undefined;

/**
 * Returns the template with the tables of this version and no rows, and how to copy it, which takes less time than
 * migrating. The first test of a process looks for it. A developer who changes a migration gets another one.
 */
function migratedTemplate(admin: string): Promise<string> {
  prepared ??= prepareTemplate(admin);
  return prepared;
}

async function prepareTemplate(admin: string): Promise<string> {
  const name = `companion_${hash('sha256', JSON.stringify(await migrationStatements())).slice(0, 16)}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // Several processes may call this at the same time. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      const unfinished = `${name}_unfinished`;
      await client.query(`drop database if exists ${unfinished}`);
      await client.query(`create database ${unfinished}`);
      const { close } = await openDatabase({ url: inDatabase(admin, unfinished), folder: '' });
      await close();
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
    return rows[0].version < CHOOSES_STRATEGY ? name : `${name} strategy file_copy`;
  } finally {
    await client.end();
  }
}

function inDatabase(admin: string, name: string): string {
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
