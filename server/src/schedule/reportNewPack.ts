import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describePacksIn } from '../event/packFolder.ts';
import { InputError } from '../platform/inputError.ts';
import type { ImportReport } from './importReport.ts';

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
