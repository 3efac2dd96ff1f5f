import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '@companion/server/platform/db/migrations/migrations';
import { type OpenDatabase, openDatabase } from '@companion/server/platform/db/openDatabase';
import pg from 'pg';

/**
 * A fresh, migrated database for one test, on the engine that the run is for: `TEST_DATABASE=postgres` with
 * `TEST_DATABASE_URL` of a server where databases may be created, else SQLite in a folder of its own.
 * `where` opens the same database again, as a second node or a restarted process would.
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

/** An empty place for a database, not opened yet. */
export const makePlace = (): Promise<Place> => placeFrom(undefined);

/** The same, with the tables of this version where making them costs: in PostgreSQL they are copied from a template. */
export const makeMigratedPlace = (): Promise<Place> => placeFrom(migratedTemplate);

async function placeFrom(template: ((admin: string) => Promise<string>) | undefined): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (process.env.TEST_DATABASE !== 'postgres') return { where: { folder }, remove: removeFolder };

  const admin = process.env.TEST_DATABASE_URL;
  if (!admin) throw new Error('TEST_DATABASE_URL: needed where TEST_DATABASE is postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(admin, `create database ${name} template ${template ? await template(admin) : 'template1'}`);
  return {
    where: { url: inDatabase(admin, name), folder },
    remove: async () => {
      await runOn(admin, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** The database that has the tables of this version and no rows; the first test that asks for it makes it. */
async function migratedTemplate(admin: string): Promise<string> {
  const version = Object.entries(migrations).map(([name, { up }]) => `${name} ${up}`);
  const name = `companion_${hash('sha256', version.join()).slice(0, 16)}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // Several processes ask at once; the lock goes with the connection.
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
    return name;
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
