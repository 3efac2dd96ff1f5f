import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeFinding, type Finding, PackError } from '../event/packFindings.ts';
import { readPack } from '../event/readPack.ts';
import { InputError } from '../platform/inputError.ts';

/** In the pack's folder: on the same disk, so that a move is atomic; and a lock against a second import. */
const STAGING = '.import';

/**
 * Changes files of a pack. The result is validated in a copy first; then each file is moved into place.
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
  const staging = dryRun
    ? await mkdtemp(join(tmpdir(), 'companion-import-'))
    : await makeStaging(join(folder, STAGING));
  try {
    const files = await work((file) => textOf(folder, file));
    await copyPack(folder, staging);
    const changed: string[] = [];
    for (const [file, content] of files) {
      const before = await bytesOf(join(folder, file));
      if (before && Buffer.from(content).equals(before)) continue;
      await mkdir(dirname(join(staging, file)), { recursive: true });
      await writeFile(join(staging, file), content, { flush: true });
      changed.push(file);
    }
    const { warnings } = await readPack(staging, now).catch((error: unknown) => {
      if (!(error instanceof PackError)) throw error;
      const problems = error.problems.map((problem) => `  ${describeFinding(problem)}`);
      throw new InputError(
        [`${folder} would be invalid after this import, so nothing was written. Problems:`, ...problems].join('\n'),
      );
    });
    if (!dryRun) await moveInto(folder, staging, changed);
    return { changed, warnings };
  } finally {
    await rm(staging, { recursive: true, force: true });
    // Removes the new folder only if it is still empty.
    if (isNew) await rmdir(folder).catch(() => undefined);
  }
}

/** Copies the files of a pack, but not others in its folder, such as `.git`. */
async function copyPack(folder: string, staging: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((given) => /\.(?:ya?ml|md|svg)$|^(?:speakers|sponsors)$/.test(given))) {
    await cp(join(folder, name), join(staging, name), { recursive: true, dereference: true });
  }
}

async function moveInto(folder: string, staging: string, files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await rename(join(staging, file), join(folder, file));
  }
}

async function makeStaging(staging: string): Promise<string> {
  try {
    await mkdir(staging);
    return staging;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new InputError(
      `Another import is writing to this pack. If none is running, an earlier one was interrupted: delete ${staging} and import again.`,
    );
  }
}

async function textOf(folder: string, file: string): Promise<string | undefined> {
  const bytes = await bytesOf(join(folder, file));
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${join(folder, file)} is not UTF-8 text: save it as UTF-8 and import again.`);
  }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: Error & { code?: string }) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
