import { join } from 'node:path';
import type { PictureInfo } from '@companion/contract/picture';
import type { ContentRow } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { PICTURE_FOLDERS } from './packContent.ts';
import type { Original } from './pictureSizer.ts';

type Campaign = keyof typeof PICTURE_FOLDERS;

/** The picture of that name, if a shown entry of the pack has it. So no path can leave the pack's folder. */
export async function findPicture(
  db: ReadDatabase,
  packFolder: string,
  { campaign, slug }: { campaign: Campaign; slug: string },
): Promise<{ file: string; version: string | null } | undefined> {
  const row = await db
    .selectFrom('content')
    .select(['slug', 'picture'])
    .where('campaign_id', '=', campaign)
    .where('slug', '=', slug)
    .where('hidden', '=', 0)
    .executeTakeFirst();
  if (!row?.slug) return undefined;
  return { file: join(packFolder, PICTURE_FOLDERS[campaign], row.slug), version: versionIn(row.picture) };
}

/** The pictures of the pack that are resized. */
export async function listOriginals(db: ReadDatabase, packFolder: string): Promise<Original[]> {
  const rows = await db
    .selectFrom('content')
    .select(['campaign_id', 'slug', 'picture'])
    .where('campaign_id', 'in', Object.keys(PICTURE_FOLDERS))
    .where('hidden', '=', 0)
    .orderBy('campaign_id')
    .orderBy('position')
    .execute();
  return originalsOf(rows, packFolder);
}

/** The pictures of rows of content that are resized. */
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
