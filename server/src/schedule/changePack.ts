import { isUtf8 } from 'node:buffer';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeFinding, type Finding, PackError } from '../event/packFindings.ts';
import { describePacksIn, readPackFile } from '../event/packFolder.ts';
import { readPack } from '../event/readPack.ts';
import { InputError } from '../platform/inputError.ts';
import type { ImportReport } from './importReport.ts';

/** In the pack's folder: on the same disk, so that a move is atomic; and a lock against a second import. */
const STAGING = '.import';

/**
 * Changes files of a pack. The result is validated first; then each file is moved into place.
 * @param work reads files of the pack and returns the new content of those that it sets
 * @param dryRun validates the result without changing the pack
 * @returns the names of the changed files, and warnings about the pack
 * @throws InputError if the pack would not load; it then stays unchanged
 */
export async function changePack(
  folder: string,
  { now, dryRun }: { now: number; dryRun: boolean },
  work: (textOf: (file: string) => Promise<string | undefined>) => Promise<Map<string, string | Uint8Array>>,
): Promise<{ changed: string[]; warnings: Finding[] }> {
  const isNew = !dryRun && (await mkdir(folder, { recursive: true })) !== undefined;
  const staging = join(folder, STAGING);
  if (!dryRun) await makeStaging(staging);
  try {
    const made = await work((file) => textOf(folder, file));
    const files = new Map([...made].map(([file, content]) => [file, Buffer.from(content)]));
    const changed: [string, Buffer][] = [];
    for (const [file, content] of files) {
      if (!(await readPackFile(folder, file))?.equals(content)) changed.push([file, content]);
    }
    const { warnings } = await readPack(folder, now, files).catch((error: unknown) => {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map((problem) => `  ${describeFinding(problem)}`);
      throw new InputError(
        [`${folder} would be invalid after this import, so nothing was written. Problems:`, ...problems].join('\n'),
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
async function writeFiles(folder: string, staging: string, files: [string, Buffer][]): Promise<void> {
  for (const [index, [, content]] of files.entries()) {
    await writeFile(join(staging, String(index)), content, { flush: true });
  }
  for (const [index, [file]] of files.entries()) {
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
      `Another import is writing to this pack. If none is running, an earlier one was interrupted: delete ${staging} and import again.`,
    );
  }
}

async function textOf(folder: string, file: string): Promise<string | undefined> {
  const bytes = await readPackFile(folder, file);
  if (bytes && !isUtf8(bytes)) {
    throw new InputError(`${join(folder, file)} is not UTF-8 text: save it as UTF-8 and import again.`);
  }
  return bytes && new TextDecoder().decode(bytes);
}

/**
 * Reports that a new pack is created, because its path may be mistyped.
 * @throws InputError if the folder cannot be created
 */
export async function reportNewPack(folder: string, report: ImportReport): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new InputError(`--into: ${folder} is a file. Name the folder of the event pack.`);
  }
  if (!found) {
    const parent = dirname(folder);
    if (!(await stat(parent).catch(() => undefined))?.isDirectory()) {
      throw new InputError(
        `--into: ${folder} cannot be created, because there is no folder ${parent}. Correct the path, or create that folder.`,
      );
    }
    const packs = await describePacksIn(parent);
    report.add('pack', 'new', `${folder}: there is no such folder; a new event pack is created. ${packs}`);
    return;
  }
  const files = await readdir(folder);
  if (files.length === 0 || files.some((name) => /\.ya?ml$/.test(name))) return;
  const what = 'the folder has other files but no event pack; a new one is created in it';
  report.add('pack', 'warning', `${folder}: ${what}`);
}
