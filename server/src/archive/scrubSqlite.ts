import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** How long others are waited for at a time, in milliseconds; writers wait as long behind an attempt. */
const PATIENCE = 200;
const ATTEMPTS = 15;

/**
 * Writes a SQLite database anew without what was deleted, which otherwise stays in unused parts of its file, and
 * empties its log. Servers go on; a write waits until it is done.
 * @returns false where it could not be done: somebody reads an older state, such as a back-up that is under way
 */
export async function scrubSqlite(file: string): Promise<boolean> {
  const sqlite = new DatabaseSync(file, { timeout: PATIENCE });
  try {
    const rewritten = await eventually(() => {
      sqlite.exec('VACUUM');
      return true;
    });
    return rewritten && (await eventually(() => sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0));
  } finally {
    sqlite.close();
  }
}

async function eventually(work: () => boolean): Promise<boolean> {
  for (let attempt = 1; !isDone(work); attempt++) {
    if (attempt === ATTEMPTS) return false;
    await delay(PATIENCE);
  }
  return true;
}

function isDone(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
