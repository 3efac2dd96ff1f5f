import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { readAsset, SHA_256 } from './assetQueries.ts';
import { PICTURE_ENDINGS, type PictureEnding } from './pictureFile.ts';
import { isWhole, removeIfOld, writeWhole } from './wholeFile.ts';

const MEMORY_MAX = 64 * 1024 * 1024;

/** A picture of the database in a file, or in memory where no file can be written. */
export type FoundAsset = { type: PictureEnding } & ({ file: string } | { content: Uint8Array });

/**
 * Keeps the pictures of the database in files, so that a node reads each of them once, and streams them. A full or
 * read-only disk changes nothing for attendees: then they are kept in memory.
 */
export class AssetFiles {
  readonly #folder: string;
  readonly #db: ReadDatabase;
  readonly #warn: (text: string) => void;
  readonly #underWay = new Map<string, Promise<FoundAsset | undefined>>();
  readonly #inMemory = new LRUCache<string, { type: PictureEnding; content: Uint8Array }>({
    maxSize: MEMORY_MAX,
    sizeCalculation: ({ content }) => content.length + 1,
  });
  #isReported = false;

  /** @param folder need not exist; several nodes may share it */
  constructor(folder: string, db: ReadDatabase, warn: (text: string) => void) {
    this.#folder = folder;
    this.#db = db;
    this.#warn = warn;
  }

  /** Undefined if the database has no such picture. */
  async find(sha256: string): Promise<FoundAsset | undefined> {
    // It may come from an address, and becomes the name of a file.
    if (!SHA_256.test(sha256)) return undefined;
    for (const type of PICTURE_ENDINGS) {
      const file = this.#fileOf(sha256, type);
      if (await isWhole(file)) return { type, file };
    }
    const found = this.#inMemory.get(sha256) ?? this.#underWay.get(sha256);
    if (found) return found;
    const read = this.#read(sha256).finally(() => this.#underWay.delete(sha256));
    this.#underWay.set(sha256, read);
    return read;
  }

  /** The bytes of a picture. */
  async read(sha256: string): Promise<{ type: PictureEnding; content: Uint8Array } | undefined> {
    const found = await this.find(sha256);
    if (!found || 'content' in found) return found;
    return { type: found.type, content: await readFile(found.file) };
  }

  /** Deletes the files of pictures that the database no longer has; not of the last day, which may be new. */
  async removeUnknown(now: number): Promise<void> {
    const rows = await this.#db.selectFrom('assets').select('sha256').execute();
    const known = new Set(rows.map(({ sha256 }) => sha256));
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const [sha256 = ''] = name.split('.');
      // An unfinished file has a longer name.
      const isUnfinished = name.split('.').length > 2;
      if (SHA_256.test(sha256) && (isUnfinished || !known.has(sha256)))
        await removeIfOld(join(this.#folder, name), now);
    }
  }

  async #read(sha256: string): Promise<FoundAsset | undefined> {
    const asset = await readAsset(this.#db, sha256);
    if (!asset) return undefined;
    const file = this.#fileOf(sha256, asset.type);
    try {
      await writeWhole(file, asset.content);
      return { type: asset.type, file };
    } catch (error) {
      if (!this.#isReported)
        this.#warn(`pictures are kept in memory, because ${this.#folder} cannot be written: ${error}`);
      this.#isReported = true;
      this.#inMemory.set(sha256, asset);
      return asset;
    }
  }

  #fileOf(sha256: string, type: PictureEnding): string {
    return join(this.#folder, `${sha256}.${type}`);
  }
}

/** The folder of the pictures of the database. */
export const assetFolder = (dataDir: string): string => join(dataDir, 'assets');
