import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { isSvg } from './pictureFile.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Larger photos are streamed: each reader of an answer in memory holds all of it. */
const PHOTO_MAX = 256 * 1024;
/** What an SVG may have (pictureFile.ts). It is in memory, because it is compressed. */
const SVG_MAX = 1024 * 1024;

/** A file in memory, and its hash. */
interface KnownPicture {
  etag: string;
  content: Buffer;
}

/**
 * Caches pictures in memory, so that thousands of phones that load one at once share one copy, and it is hashed once. A
 * file of this name always has the same content.
 */
export class PictureCache {
  readonly #pictures: LRUCache<string, KnownPicture | 'large'>;

  constructor(maxBytes = MAX_BYTES) {
    this.#pictures = new LRUCache({
      maxSize: maxBytes,
      // The size of an entry must not be zero.
      sizeCalculation: (picture) => (picture === 'large' ? 0 : picture.content.length) + 1,
      fetchMethod: (file) => readPicture(file),
      // A picture that is evicted while it is read is still returned.
      ignoreFetchAbort: true,
    });
  }

  /**
   * @returns `large` for a file that is to be streamed
   * @throws what reading the file throws
   */
  async read(file: string): Promise<KnownPicture | 'large'> {
    // Undefined only after an abort, and aborts are ignored.
    return (await this.#pictures.fetch(file)) ?? readPicture(file);
  }
}

async function readPicture(file: string): Promise<KnownPicture | 'large'> {
  if ((await stat(file)).size > (isSvg(file) ? SVG_MAX : PHOTO_MAX)) return 'large';
  const content = await readFile(file);
  return { etag: hash('sha256', content, 'base64url'), content };
}
