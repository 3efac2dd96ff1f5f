import { join } from 'node:path';
import type { PictureInfo } from '@companion/contract/picture';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { AssetFiles } from './assetFiles.ts';
import { PICTURE_FOLDERS } from './packContent.ts';
import type { Original } from './pictureProcess.ts';

type Campaign = keyof typeof PICTURE_FOLDERS;

/** The picture of that name, if a shown entry has it. */
export async function findPicture(
  db: ReadDatabase,
  { campaign, slug }: { campaign: Campaign; slug: string },
): Promise<{ asset: string; version: string | null } | undefined> {
  const row = await db
    .selectFrom('content')
    .select(['asset', 'picture'])
    .where('campaign_id', '=', campaign)
    .where('slug', '=', slug)
    .where('hidden', '=', 0)
    .executeTakeFirst();
  return row?.asset ? { asset: row.asset, version: versionIn(row.picture) } : undefined;
}

/**
 * The pictures of the event that are resized; not those for which this node has no file.
 * @param signal ends it with an error
 */
export async function listOriginals(db: ReadDatabase, assets: AssetFiles, signal: AbortSignal): Promise<Original[]> {
  const rows = await db
    .selectFrom('content')
    .select(['asset', 'picture'])
    .where('asset', 'is not', null)
    .where('hidden', '=', 0)
    .orderBy('campaign_id')
    .orderBy('position')
    .execute();
  const originals: Original[] = [];
  for (const { asset, picture } of rows) {
    signal.throwIfAborted();
    const version = versionIn(picture);
    const found = asset && version ? await assets.find(asset) : undefined;
    if (version && found && 'file' in found) originals.push({ file: found.file, version });
  }
  return originals;
}

/** The pictures in a pack's folder that are resized. */
export function originalsOf(
  rows: readonly Pick<ContentRow, 'campaign_id' | 'slug' | 'picture'>[],
  packFolder: string,
): Original[] {
  return rows.flatMap(({ campaign_id, slug, picture }) => {
    const version = versionIn(picture);
    if (!slug || !version) return [];
    // Only the rows of these campaigns have pictures.
    const folder = PICTURE_FOLDERS[campaign_id as Campaign];
    return [{ file: join(packFolder, folder, slug), version }];
  });
}

function versionIn(picture: string | null): string | null {
  if (!picture) return null;
  // The pack's reader has written it.
  const { version } = JSON.parse(picture) as PictureInfo;
  return version;
}
