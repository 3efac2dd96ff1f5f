import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Lets only the user of this process read a SQLite database, before it is opened: SQLite creates files that others can
 * read, and gives its other files the mode of the first. One that an earlier version left is changed.
 */
export function keepPrivate(file: string): void {
  // Where this fails SQLite reports why it cannot open the file; where another user owns it, that user decides.
  ignoreErrors(() => closeSync(openSync(file, 'ax', MODE)));
  for (const end of ['', '-wal', '-shm', '-journal']) ignoreErrors(() => chmodSync(file + end, MODE));
}

const MODE = 0o600;

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
