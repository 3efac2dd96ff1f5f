import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DAY } from '../platform/time.ts';

/** Other nodes may share the folder, and the machine may stop at any time: a file is there only once it is whole. */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(unfinished, content, { flush: true, flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** A file that a crash of the machine has cut to nothing is made again, and so is a link, which may lead anywhere. */
export const isWhole = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );

/** Removes a file that no one has needed for a day: until then, another node may have an older event. */
export async function removeIfOld(file: string, now: number): Promise<void> {
  try {
    if ((await lstat(file)).mtimeMs < now - DAY) await rm(file);
  } catch {
    // Another node has deleted it, or the folder is read-only.
  }
}
