import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { PictureEnding } from './pictureFile.ts';

export interface Asset {
  type: PictureEnding;
  content: Uint8Array;
}

/** What names a picture. */
export const SHA_256 = /^[\da-f]{64}$/;

/** Stores a picture that is not stored yet. Until the draft has it, it is swept after a day. */
export async function storeAsset(
  db: Kysely<Database>,
  sha256: string,
  { type, content }: Asset,
  now: number,
): Promise<void> {
  await db
    .insertInto('assets')
    .values({ sha256, type, content: Buffer.from(content).toString('base64'), unused_since: now, revision: null })
    // One that is to be swept may be used again.
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ unused_since: now }).where('assets.unused_since', 'is not', null),
    )
    .execute();
}

export async function readAsset(db: ReadDatabase, sha256: string): Promise<Asset | undefined> {
  const row = await db.selectFrom('assets').select(['type', 'content']).where('sha256', '=', sha256).executeTakeFirst();
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') };
}
