import { DatabaseSync } from 'node:sqlite';
import pRetry, { type Options } from 'p-retry';

/** How long to wait for other connections at a time, in milliseconds; writers wait as long for an attempt. */
const BUSY_TIMEOUT_MS = 200;

const isBusy = (error: unknown) => error instanceof Error && /locked|busy/i.test(error.message);
const WHILE_BUSY: Options = {
  retries: 14,
  minTimeout: BUSY_TIMEOUT_MS,
  factor: 1,
  shouldRetry: ({ error }) => isBusy(error),
};

/**
 * Rewrites a SQLite database without the deleted rows, which otherwise stay in unused parts of its file, and empties
 * its log. Servers continue; a write waits until it is done.
 * @returns false where it could not be done: another connection reads an older state, such as a running backup
 */
export async function scrubSqlite(file: string): Promise<boolean> {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    await pRetry(() => sqlite.exec('VACUUM'), WHILE_BUSY);
    await pRetry(() => {
      if (sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) throw new Error('the log is busy');
    }, WHILE_BUSY);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    sqlite.close();
  }
}
