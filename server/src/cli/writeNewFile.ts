import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { CommandError } from './command.ts';

/** What the file system may say while a file is written; an error of the database is told as it is. */
const FILE_CALLS = ['open', 'write', 'fsync', 'close', 'rename'];

/**
 * Writes a file for the owner alone, whole or not at all: under another name, then renamed once it is on disk.
 * @param write ends the stream that it is given
 * @returns what `write` does
 * @throws CommandError when the file is there already and `force` is not given, or cannot be written
 */
export async function writeNewFile<Result>(
  file: string,
  { force }: { force: boolean },
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  refuseExisting(file, force);
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    const stream = (await open(part, 'wx', 0o600)).createWriteStream({ flush: true });
    try {
      const result = await write(stream);
      refuseExisting(file, force);
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

function refuseExisting(file: string, force: boolean): void {
  if (!force && existsSync(file)) {
    throw new CommandError(`${file} is there already. Name another file, or give --force to replace it.`);
  }
}
