import { createHash } from 'node:crypto';
import { STAGE_PICTURE_MAX, STAGE_PICTURE_SIZES } from '@companion/contract/staff/betweenPolls';
import { SHA_256 } from '../event/assetQueries.ts';
import { describePicture } from '../event/describePicture.ts';
import { type PhotoCleaner, photoEnding } from '../event/photoCleaner.ts';
import { pictureType } from '../event/pictureFile.ts';
import { lockStage } from '../live/lockStage.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';
import { chooseBetweenPolls, readBetweenPolls } from './betweenPolls.ts';

interface StagePicture {
  type: string;
  bytes: Buffer;
}

/**
 * Makes an upload a picture for the stage: of its pixels alone.
 * @param content base64
 * @throws DomainError `invalid` for what is no picture for a stage
 */
export async function cleanStagePicture(photos: PhotoCleaner, content: string): Promise<StagePicture> {
  const bytes = Buffer.from(content, 'base64');
  const ending = checkedEnding(bytes);
  const clean = await photos.clean(bytes, ending, Math.max(...STAGE_PICTURE_SIZES.max));
  return { type: pictureType(`picture.${ending}`), bytes: clean };
}

/** Stores a picture in place of the one before, and shows it between polls. */
export async function storePicture(tx: Transacting, { type, bytes }: StagePicture, alt: string): Promise<void> {
  // Of two uploads at once the later one stays.
  await lockStage(tx);
  await tx.db.deleteFrom('stage_pictures').execute();
  const id = createHash('sha256').update(bytes).update(alt).digest('hex');
  await tx.db
    .insertInto('stage_pictures')
    .values({ id, type, content: bytes.toString('base64'), alt })
    .execute();
  await chooseBetweenPolls(tx, 'picture');
}

/** @throws DomainError `notFound` */
export async function removePicture(tx: Transacting): Promise<void> {
  await lockStage(tx);
  const removed = await tx.db.deleteFrom('stage_pictures').returning('id').executeTakeFirst();
  if (!removed) reject('notFound', 'There is no picture.');
  if ((await readBetweenPolls(tx.db)).shows === 'picture') await chooseBetweenPolls(tx, 'welcome');
}

/** Undefined if it was replaced or removed. */
export async function readPicture(db: ReadDatabase, id: string): Promise<StagePicture | undefined> {
  // PostgreSQL does not accept every text in a query.
  if (!SHA_256.test(id)) return undefined;
  const row = await db.selectFrom('stage_pictures').select(['type', 'content']).where('id', '=', id).executeTakeFirst();
  return row && { type: row.type, bytes: Buffer.from(row.content, 'base64') };
}

/** What it is, from its bytes: neither its name nor what the browser says counts. */
function checkedEnding(bytes: Buffer) {
  const invalid = (message: string) => reject('invalid', message, { content: message });
  if (bytes.length > STAGE_PICTURE_MAX) invalid('Must be 2 MB or less');
  const ending = photoEnding(bytes) ?? invalid('Must be a PNG, JPEG or WebP picture');
  const { width, height } = describePicture(bytes) ?? invalid('This picture cannot be read');
  const { min, max } = STAGE_PICTURE_SIZES;
  if (width < min[0] || height < min[1]) invalid(`Must have ${min.join(' × ')} pixels or more`);
  if (width > max[0] || height > max[1]) invalid(`Must have ${max.join(' × ')} pixels or less`);
  return ending;
}
