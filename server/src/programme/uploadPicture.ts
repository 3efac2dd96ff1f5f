import { PROGRAMME_PICTURE_MAX, type uploadPicture as uploadCall } from '@companion/contract/staff/programme';
import type { z } from 'zod/mini';
import { type Asset, storeAsset } from '../event/assetQueries.ts';
import { PhotoCleaner, photoEnding } from '../event/photoCleaner.ts';
import { checkPicture, type PictureEnding, svgText, UNSIZED_LIMIT } from '../event/pictureFile.ts';
import type { ProcessOptions } from '../event/pictureProcess.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { rejectFields } from '../platform/domainError.ts';
import type { Transacting } from '../platform/transact.ts';
import { readDraft } from './draftQueries.ts';

type Upload = z.output<(typeof uploadCall)['body']>;
type Place = Upload['place'];
type Uploaded = z.output<(typeof uploadCall)['answer']>['results'];

/** Three pixels a point for the largest place, and some room. */
const LONGEST_SIDE: Record<Place, number> = { logo: 1200, speakers: 1600, sponsors: 1600 };
/** Below it, a picture is blurred on most phones. */
const SHORTEST_SIDE: Record<Place, number> = { logo: 96, speakers: 192, sponsors: 96 };

/** A picture that may be stored. */
export interface CleanPicture extends Asset {
  sha256: string;
  path: string;
  width: number | null;
  height: number | null;
  warning: string;
}

/** Checks uploads by their content, and cleans photos. */
export class PictureUploads {
  readonly #photos: PhotoCleaner;

  constructor(options: ProcessOptions = {}) {
    this.#photos = new PhotoCleaner(options);
  }

  /** @throws DomainError `invalid` for what is no picture, `unavailable` if no picture can be made now */
  async clean(db: ReadDatabase, { content: given, place, id }: Upload): Promise<CleanPicture> {
    const content = Buffer.from(given, 'base64');
    if (content.length > PROGRAMME_PICTURE_MAX) invalid('Must be 5 MB or less');
    const photo = photoEnding(content);
    const type = photo ?? 'svg';
    const clean = photo ? await this.#photos.clean(content, photo, LONGEST_SIDE[place]) : checkedSvg(content);
    const checked = checkPicture(`picture.${type}`, clean);
    if (checked.error) invalid(`This picture ${checked.error}`);
    const { width = null, height = null } = checked.info ?? {};
    return {
      ...{ type, content: clean, sha256: checked.sha256, width, height },
      path: await freePath(db, { place, id, type, sha256: checked.sha256 }),
      warning: warningOf(place, type, width, height),
    };
  }

  close(): void {
    this.#photos.close();
  }
}

/** Stores a checked picture. Until the draft has it, it is swept after a day. */
export async function storeUpload(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  picture: CleanPicture,
): Promise<Uploaded> {
  const { path, sha256, width, height, warning } = picture;
  await storeAsset(db, sha256, picture, now());
  return { path, sha256, width, height, warning };
}

const invalid = (message: string): never => rejectFields({ content: message });

/** How EXIF, XMP and IPTC begin in a JPEG, a PNG and a WebP: where a photo was taken may be in each. */
const NOTES = ['Exif\0\0', 'EXIF', 'eXIf', 'http://ns.adobe.com/xap/', 'XMP ', 'XML:com.adobe', 'Photoshop 3.0'];

/** What a document of another kind would begin or end with, and the notes of cameras in embedded photos. */
function checkedSvg(content: Buffer): Buffer {
  if (content.length > UNSIZED_LIMIT) invalid('A drawing must be 1 MB or less: attendees load it as it is');
  const text = content.toString('utf8').trim();
  if (!/^(?:<\?xml\s[^<>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(text) || !text.endsWith('</svg>')) {
    invalid('Must be an SVG, PNG, JPEG or WebP picture');
  }
  if (/<\?(?!xml\s)/.test(text)) invalid('This picture holds instructions for other programs');
  for (const [, photo = ''] of svgText(content).matchAll(/data:image\/[a-z]+;base64,([\w+/=\s]+)/gi)) {
    const bytes = Buffer.from(photo, 'base64');
    if (NOTES.some((mark) => bytes.includes(mark))) {
      invalid('This picture holds a photo with the notes of its camera. Remove them, or upload the photo itself');
    }
  }
  return content;
}

/** What it is called in the pack: by its entry, unless another entry has a picture of that name. */
async function freePath(
  db: ReadDatabase,
  { place, id, type, sha256 }: { place: Place; id: string | undefined; type: PictureEnding; sha256: string },
): Promise<string> {
  if (place === 'logo') return `logo.${type}`;
  const { programme } = await readDraft(db);
  const field = place === 'speakers' ? 'picture' : 'logo';
  const ofOthers = new Set(programme[place].filter((entry) => entry.id !== id).map((entry) => entry[field]));
  const base = id ?? sha256.slice(0, 12);
  let name = `${base}.${type}`;
  for (let number = 2; ofOthers.has(name); number++) name = `${base}-${number}.${type}`;
  return `${place}/${name}`;
}

function warningOf(place: Place, type: PictureEnding, width: number | null, height: number | null): string {
  if (width === null || height === null) return 'It does not say how large it is, so it may appear larger or smaller.';
  if (type !== 'svg' && Math.min(width, height) < SHORTEST_SIDE[place]) {
    return `It has ${width} × ${height} pixels, which will look blurred on phones.`;
  }
  const ratio = width / height;
  if (place === 'speakers' && (ratio > 1.2 || ratio < 0.8))
    return 'It is not square: phones show the middle, in a circle.';
  return '';
}
