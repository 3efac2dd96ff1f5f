import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

const MAX_BYTES = 32 * 1024 * 1024;
/** A picture that is replaced in the event pack shows within this time, in milliseconds. */
const FRESH_FOR = 1_000;

/** Keeps pictures in memory, so that thousands of phones that load one at once share one copy of it. */
export class PictureCache {
  readonly #pictures: LRUCache<string, Buffer>;

  constructor(maxBytes = MAX_BYTES) {
    this.#pictures = new LRUCache({
      maxSize: maxBytes,
      // An empty file has to count as something.
      sizeCalculation: ({ length }) => length + 1,
      ttl: FRESH_FOR,
      fetchMethod: (file) => readFile(file),
      // One that makes room for others while it is read is sent all the same.
      ignoreFetchAbort: true,
    });
  }

  /** @throws what reading the file throws */
  async read(file: string): Promise<Buffer> {
    // Undefined only where a read is aborted, which is ignored.
    return (await this.#pictures.fetch(file)) ?? readFile(file);
  }
}
