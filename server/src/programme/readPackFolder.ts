import { hash } from 'node:crypto';
import type { Programme } from '@companion/contract/staff/programme';
import { storeAsset } from '../event/assetQueries.ts';
import { readPackFile } from '../event/packFolder.ts';
import { endingOfName } from '../event/pictureFile.ts';
import { type Pack, readPackSource } from '../event/readPack.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { programmeOf, YAML_FILES } from './packProgramme.ts';

/** A valid pack, as it was read from its folder. */
export interface PackFolder {
  pack: Pack;
  programme: Programme;
  /** The texts of its YAML files, by name. */
  files: ReadonlyMap<string, string>;
}

/** @throws PackError with every problem of the pack */
export async function readPackFolder(folder: string, now: number): Promise<PackFolder> {
  const { pack, source } = await readPackSource(folder, now);
  const names = new Set<string>(Object.values(YAML_FILES));
  return {
    pack,
    programme: programmeOf(source),
    files: new Map([...source.texts].filter(([name]) => names.has(name))),
  };
}

/** Stores the pictures of a pack, each by itself, before its programme is taken: a transaction with all would be long. */
export async function storePictures(
  services: Pick<Services, 'db' | 'now'>,
  folder: string,
  { pictures }: Programme,
): Promise<void> {
  for (const [name, sha256] of Object.entries(pictures)) {
    const content = await readPackFile(folder, name);
    // One that was replaced since it was checked is missing then.
    if (!content || hash('sha256', content, 'hex') !== sha256) continue;
    const type = endingOfName(name);
    await autocommit(services, (db) => storeAsset(db, sha256, { type, content }, services.now()));
  }
}
