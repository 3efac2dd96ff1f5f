import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabasePlace } from '@companion/server/platform/openDatabase';
import { ensurePostgres } from '@companion/testkit/ensurePostgres';
import { startPostgres } from '@companion/testkit/postgresServer';
import pg from 'pg';
import type { Engine } from './systems.ts';

/** Makes places for databases of any number of people: folders, or databases of a PostgreSQL server of their own. */
export async function openFilledPlaces(engine: Engine) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-filled-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const folderOf = (people: number) => join(folder, String(people));
  if (engine === 'sqlite') {
    const make = async (people: number): Promise<DatabasePlace> => ({ folder: folderOf(people) });
    return { make, remove: removeFolder };
  }
  const binaries = await ensurePostgres(console.error);
  if (!binaries) throw new Error('There is no PostgreSQL on this machine.');
  const postgres = await startPostgres(binaries);
  return {
    make: async (people: number): Promise<DatabasePlace> => {
      const name = `filled_${people}`;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`).finally(() => client.end());
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return { url: url.href, folder: folderOf(people) };
    },
    remove: async () => {
      await postgres.stop();
      await removeFolder();
    },
  };
}
