import { isUtf8 } from 'node:buffer';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../platform/inputError.ts';
import { describeFinding, type Finding, PackError } from './packFindings.ts';
import { readPackFile } from './packFolder.ts';
import { readPack } from './readPack.ts';

/** In the pack's folder: on the same disk, so that a move is atomic; and a lock against a second command. */
const STAGING = '.import';

/** The new content of files, by name; null removes one. */
export type NewFiles = Map<string, string | Uint8Array | null>;

/**
 * Changes files of a pack. The result is validated first; then each file is moved into place.
 * @param work reads files of the pack and returns those that it changes
 * @param action what is done, for messages
 * @param dryRun validates the result without changing the pack
 * @returns the names of the changed files, and warnings about the pack
 * @throws InputError if the pack would not load; it then stays unchanged
 */
export async function changePack(
  folder: string,
  { now, action, dryRun }: { now: number; action: 'import' | 'export'; dryRun: boolean },
  work: (textOf: (file: string) => Promise<string | undefined>) => Promise<NewFiles>,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const isNew = !dryRun && (await mkdir(folder, { recursive: true })) !== undefined;
  const staging = join(folder, STAGING);
  if (!dryRun) await makeStaging(staging);
  try {
    const made = await work((file) => textOf(folder, file));
    const files = new Map([...made].map(([file, content]) => [file, content === null ? null : Buffer.from(content)]));
    const changed: [string, Buffer | null][] = [];
    for (const [file, content] of files) {
      const before = await readPackFile(folder, file);
      if (content ? !before?.equals(content) : before) changed.push([file, content]);
    }
    const { warnings } = await readPack(folder, now, files).catch((error: unknown) => {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map((problem) => `  ${describeFinding(problem)}`);
      throw new InputError(
        [`${folder} would be invalid after this ${action}, so nothing was written. Problems:`, ...problems].join('\n'),
      );
    });
    if (!dryRun) await writeFiles(folder, staging, changed);
    return { changed: changed.map(([file]) => file), warnings };
  } finally {
    if (!dryRun) await rm(staging, { recursive: true, force: true });
    // Removes the new folder only if it is still empty.
    if (isNew) await rmdir(folder).catch(() => undefined);
  }
}

/** Writes every file before it moves the first one, because the disk may be full. */
async function writeFiles(folder: string, staging: string, files: [string, Buffer | null][]): Promise<void> {
  for (const [index, [, content]] of files.entries()) {
    if (content) await writeFile(join(staging, String(index)), content, { flush: true });
  }
  for (const [index, [file, content]] of files.entries()) {
    if (!content) {
      await rm(join(folder, file));
      continue;
    }
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await rename(join(staging, String(index)), join(folder, file));
  }
}

async function makeStaging(staging: string): Promise<void> {
  try {
    await mkdir(staging);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new InputError(
      `Another command is writing to this pack. If none is running, an earlier one was interrupted: delete ${staging} and try again.`,
    );
  }
}

async function textOf(folder: string, file: string): Promise<string | undefined> {
  const bytes = await readPackFile(folder, file);
  if (bytes && !isUtf8(bytes)) {
    throw new InputError(`${join(folder, file)} is not UTF-8 text: save it as UTF-8 and try again.`);
  }
  return bytes && new TextDecoder().decode(bytes);
}
