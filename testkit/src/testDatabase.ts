import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/db/openDatabase.ts';

/**
 * A fresh, migrated database for one test, on the engine that the run is for: `TEST_DATABASE=postgres` with
 * `TEST_DATABASE_URL` of a server where databases may be created, else SQLite in a folder of its own.
 * `where` opens the same database again, as a second node or a restarted process would.
 */
export async function openTestDatabase(): Promise<
  OpenDatabase & { where: { url?: string; folder: string }; destroy(): Promise<void> }
> {
  const place = await makePlace();
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

/** An empty place for a database, not opened yet. */
export async function makePlace(): Promise<{
  where: { url?: string; folder: string };
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (process.env.TEST_DATABASE !== 'postgres') return { where: { folder }, remove: removeFolder };

  const admin = process.env.TEST_DATABASE_URL;
  if (!admin) throw new Error('TEST_DATABASE_URL: needed where TEST_DATABASE is postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    where: { url: url.href, folder },
    remove: async () => {
      await runOn(admin, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
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
