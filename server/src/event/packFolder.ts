import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { PackError } from './packFindings.ts';

/** The file that makes a folder an event pack. */
const EVENT = 'event.yaml';

/** Why a folder is not an event pack, with the packs nearby; undefined when it is one. */
export async function packFolderError(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return `there is no such folder. ${await describePacksIn(dirname(folder))}`;
  if (!found.isDirectory()) return 'this is a file: name the folder of the event pack';
  const files = await readdir(folder);
  if (files.some((name) => /\.ya?ml$/.test(name))) return undefined;
  return `the folder has no ${EVENT}, so it is not an event pack. ${await describePacksIn(folder)}`;
}

/** `Event packs in /srv/events: autumn, demo.` */
export async function describePacksIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return `There is no folder ${folder} either.`;
  const packs = names.sort().filter((name) => existsSync(join(folder, name, EVENT)));
  return packs.length > 0 ? `Event packs in ${folder}: ${packs.join(', ')}.` : `There is no event pack in ${folder}.`;
}

/** The content of a file of a pack; undefined if it is missing. @throws PackError if it is outside of the pack */
export async function readPackFile(folder: string, file: string): Promise<Buffer | undefined> {
  await rejectOutside(folder, file);
  return readFile(join(folder, file)).catch((error: Error & { code?: string }) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return undefined;
    throw error;
  });
}

/**
 * Links may lead to other places of a pack, and not out of it: what a pack brings could otherwise be any file of this
 * machine, and what is written into it could replace one.
 * @throws PackError
 */
async function rejectOutside(folder: string, file: string): Promise<void> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return;
  // The file may be missing, and its folder be a link.
  for (const path of [file, dirname(file)]) {
    const real = await realpath(join(folder, path)).catch(() => undefined);
    if (real === undefined) continue;
    if (real === root || real.startsWith(root + sep)) return;
    throw new PackError(folder, [
      { file: path, text: 'is a link that leads out of the pack: put a copy in its place' },
    ]);
  }
}
