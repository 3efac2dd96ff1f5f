import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqliteFile } from '@companion/server/platform/db/sqliteDialect';
import { type OpenDatabase, openDatabase } from '@companion/server/platform/openDatabase';
import { memoryFolder } from './memoryFolder.ts';
import { makeMigratedPostgresPlace, makePostgresPlace, type Place } from './postgresPlace.ts';

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

/** Makes a place for an empty database. */
export async function makePlace(): Promise<Place> {
  return isPostgres() ? makePostgresPlace() : sqlitePlace();
}

/** Like `makePlace`, with the tables of this version. */
export async function makeMigratedPlace(): Promise<Place> {
  if (isPostgres()) return makeMigratedPostgresPlace();
  const place = await sqlitePlace();
  await writeFile(sqliteFile(place.where.folder), await migratedFile(), { mode: 0o600 });
  return place;
}

const isPostgres = () => process.env.TEST_DATABASE === 'postgres';

async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(memoryFolder(), 'companion-test-'));
  return { where: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
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
