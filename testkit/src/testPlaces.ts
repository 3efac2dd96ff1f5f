import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePlace } from './testDatabase.ts';

export type Engine = 'sqlite' | 'postgres';
export type Place = Awaited<ReturnType<typeof makePlace>>;

/** The engine of this run, and the engines into which its backups can be restored here. */
export const OWN_ENGINE: Engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
export const ENGINES: Engine[] = OWN_ENGINE === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

/** Makes a place for an empty database of that engine. */
export async function makePlaceOf(engine: Engine): Promise<Place> {
  if (engine === OWN_ENGINE) return makePlace();
  const folder = await mkdtemp(join(tmpdir(), 'companion-test-'));
  return { where: { folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns the settings of a program on that database. */
export const settingsOf = ({ where }: Place): Record<string, string> => ({
  DATA_DIR: where.folder,
  ...(where.url ? { DATABASE_URL: where.url } : {}),
  TOKEN_SECRET: 'a secret of these tests, long enough',
});
