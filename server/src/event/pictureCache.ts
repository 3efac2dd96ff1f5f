import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

const MAX_BYTES = 32 * 1024 * 1024;
/** How soon a picture that was replaced in the event pack shows. */
const MAX_AGE_MS = 1_000;

/** Caches pictures in memory, so that thousands of phones that load one at once share one copy. */
export class PictureCache {
  readonly #pictures: LRUCache<string, Buffer>;

  constructor(maxBytes = MAX_BYTES) {
    this.#pictures = new LRUCache({
      maxSize: maxBytes,
      // The size of an entry must not be zero.
      sizeCalculation: ({ length }) => length + 1,
      ttl: MAX_AGE_MS,
      fetchMethod: (file) => readFile(file),
      // A picture that is evicted while it is read is still returned.
      ignoreFetchAbort: true,
    });
  }

  /** @throws what reading the file throws */
  async read(file: string): Promise<Buffer> {
    // Undefined only after an abort, and aborts are ignored.
    return (await this.#pictures.fetch(file)) ?? readFile(file);
  }
}
