import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describePacksIn } from '../event/packFolder.ts';
import { InputError } from '../platform/errors.ts';
import type { ImportReport } from './importReport.ts';

/**
 * Reports where a pack is made that is not there yet: its name may be mistyped.
 * @throws InputError where no folder can be
 */
export async function reportNewPack(folder: string, report: ImportReport): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new InputError(`--into: ${folder} is a file. Name the folder of the event pack.`);
  }
  if (!found) {
    const parent = dirname(folder);
    if (!(await stat(parent).catch(() => undefined))?.isDirectory()) {
      throw new InputError(`--into: there is no folder ${parent} to make ${folder} in. Correct the name, or make it.`);
    }
    const packs = await describePacksIn(parent);
    report.add('pack', 'new', `${folder}: there is no such folder, so a new event pack is made. ${packs}`);
    return;
  }
  const files = await readdir(folder);
  if (files.length === 0 || files.some((name) => /\.ya?ml$/.test(name))) return;
  const what = 'the folder has other files and no event pack so far: one is made in it';
  report.add('pack', 'warning', `${folder}: ${what}`);
}
