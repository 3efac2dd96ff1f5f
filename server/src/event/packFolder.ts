import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
  const packs = await packsIn(folder);
  if (packs.length > 0) return `Event packs in ${folder}: ${packs.join(', ')}.`;
  return (await isThere(folder)) ? `There is no event pack in ${folder}.` : `There is no folder ${folder} either.`;
}

async function packsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const packs: string[] = [];
  for (const name of names.sort()) if (await isThere(join(folder, name, EVENT))) packs.push(name);
  return packs;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
