import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { openSnapshot, type Snapshot } from '../platform/openSnapshot.ts';
import type { Config } from '../platform/readConfig.ts';
import { DAY } from '../platform/time.ts';
import { CommandError } from './command.ts';

/** System calls whose errors are reported with the file's name. Errors of the database pass unchanged. */
const FILE_CALLS = ['open', 'write', 'fsync', 'close', 'rename'];

/** How the name of a file ends while it is written. */
const PART = /\.[0-9a-f]{8}\.part$/;

/**
 * Writes a file that only its owner can read, completely or not at all: to a temporary name, then renamed.
 * @param write ends the stream that it gets
 * @returns the result of `write`
 * @throws CommandError if the file exists and `force` is not given, or if it cannot be written
 */
export async function writeNewFile<Result>(
  file: string,
  force: boolean,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  rejectExisting(file, force);
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    const stream = (await open(part, 'wx', 0o600)).createWriteStream({ flush: true });
    try {
      const result = await write(stream);
      rejectExisting(file, force);
      await rename(part, file);
      return result;
    } finally {
      stream.destroy();
      if (!stream.closed) await once(stream, 'close');
    }
  } catch (error) {
    await rm(part, { force: true });
    if (!(error instanceof Error && 'syscall' in error && FILE_CALLS.includes(String(error.syscall)))) throw error;
    throw new CommandError(`${file} cannot be written: ${error.message.split(',')[0]}.`);
  }
}

/** The files beside this one that a command has not completed for a day: it was killed, and they may hold personal data. */
export async function findOldParts(file: string, now: number): Promise<string[]> {
  const folder = dirname(file);
  // Where the folder cannot be read, the command itself says what is wrong.
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names.filter((each) => PART.test(each))) {
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (stats?.isFile() && stats.mtimeMs < now - DAY) old.push(join(folder, name));
  }
  return old;
}

/** Writes such a file from one consistent state of the database, which servers may go on changing. */
export async function writeFromSnapshot<Result>(
  { databaseUrl, dataDir }: Config,
  file: string,
  force: boolean,
  write: (snapshot: Snapshot, stream: Writable) => Promise<Result>,
): Promise<Result> {
  const snapshot = await openSnapshot({ url: databaseUrl, folder: dataDir });
  try {
    return await writeNewFile(file, force, (stream) => write(snapshot, stream));
  } finally {
    await snapshot.close();
  }
}

function rejectExisting(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new CommandError(`${file} exists already. Name another file, or add --force to replace it.`);
  }
}
