import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data folder for this server alone, and makes it where it is missing. The lock is the operating system's
 * own, taken through an empty SQLite file: it goes with the process, however that ends, so no stale lock file is
 * ever left to explain. The real database stays open to commands and back-up tools.
 * @returns what gives the folder back; undefined where another server has it
 */
export function lockFolder(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    return undefined;
  }
  return () => lock.close();
}
