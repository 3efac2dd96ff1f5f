import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data folder for this process alone, and makes it where it is missing. The lock is the operating system's
 * own, taken through an empty SQLite file: it goes with the process, however that ends, so no stale lock file is
 * ever left to explain. The real database stays readable for back-up tools.
 * @returns what gives the folder back
 * @throws Error that says who is in the way
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new Error(
      `DATA_DIR: the folder ${folder} is in use by another server process. Stop that one, or give this one another DATA_DIR.`,
    );
  }
  return () => lock.close();
}
