import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './keepPrivate.ts';

/**
 * Locks a data folder for this server, and creates it if missing. The lock is the operating system's, held through an
 * empty SQLite file: it ends with the process in any case, so there are no stale locks. Commands and backup tools can
 * still open the database.
 * @returns a function that unlocks the folder; undefined if another server holds the lock
 */
export function lockFolder(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'server.lock');
  keepPrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    return undefined;
  }
  return () => lock.close();
}
