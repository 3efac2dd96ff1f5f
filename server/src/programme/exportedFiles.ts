import { hash } from 'node:crypto';
import type { Programme } from '@companion/contract/staff/programme';
import { readAsset } from '../event/assetQueries.ts';
import type { NewFiles } from '../event/changePack.ts';
import { PackError } from '../event/packFindings.ts';
import { readPackFile } from '../event/packFolder.ts';
import { readPackSource } from '../event/readPack.ts';
import { InputError } from '../platform/inputError.ts';
import type { Services } from '../platform/services.ts';
import { isSameProgramme } from './diffProgrammes.ts';
import { programmeOf } from './packProgramme.ts';
import { packTexts } from './packTexts.ts';
import type { PackFolder } from './readPackFolder.ts';

interface Export {
  folder: string;
  /** The pack in the folder. */
  before: PackFolder | undefined;
  /** As a pack was loaded last. */
  loaded: Programme | null;
  programme: Programme;
}

/** The files with which a folder becomes a pack of this programme. */
export async function exportedFiles(
  services: Services,
  { folder, before, loaded, programme }: Export,
): Promise<NewFiles> {
  const { db, now } = services;
  const rows = before ? [] : await db.selectFrom('pack_files').selectAll().execute();
  const texts = before?.files ?? new Map(rows.map(({ name, content }) => [name, content]));
  const files: NewFiles = new Map(packTexts(programme, texts));
  for (const [name, sha256] of Object.entries(programme.pictures)) {
    const asset = await readAsset(db, String(sha256));
    if (!asset) throw new InputError(`The picture ${name} is not stored any more. Upload it again in the console.`);
    files.set(name, asset.content);
  }
  // Pictures that were brought by a pack go with what has named them; others in the folder are not ours.
  for (const [name, sha256] of Object.entries({ ...before?.programme.pictures, ...loaded?.pictures })) {
    if (files.has(name)) continue;
    const content = await readPackFile(folder, name);
    if (content && hash('sha256', content, 'hex') === sha256) files.set(name, null);
  }
  await rejectLosses(folder, files, { programme, now: now() });
  return files;
}

/** Reads the pack as a load will. */
async function rejectLosses(
  folder: string,
  files: NewFiles,
  { programme, now }: { programme: Programme; now: number },
): Promise<void> {
  const changes = new Map([...files].map(([name, content]) => [name, content === null ? null : Buffer.from(content)]));
  try {
    const { source } = await readPackSource(folder, now, changes);
    if (isSameProgramme(programmeOf(source), programme)) return;
  } catch (error) {
    // Its problems are reported when the pack is changed.
    if (error instanceof PackError) return;
    throw error;
  }
  throw new TypeError(`The pack in ${folder} would differ from the programme`);
}
