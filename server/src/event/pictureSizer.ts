import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '../platform/time.ts';
import { type Fault, type Original, PictureProcess, type ProcessOptions, type SizingJob } from './pictureProcess.ts';
import { isSizedName, PICTURE_SIZES, type PictureSize, sizedName } from './pictureSizes.ts';
import { isWhole, removeIfOld } from './wholeFile.ts';

/** How long an attendee waits for a picture. */
const WAIT_MS = 5_000;
/** How soon a picture that failed is tried again: the organizer may have freed the disk. */
const RETRY_MS = 10 * MINUTE;
const FAILURES_MAX = 1_000;

interface SizerOptions extends ProcessOptions {
  waitMs?: number;
}

/**
 * Makes the sized pictures of the event pack in a process of its own, one picture at a time, and keeps them in a folder.
 * Where that fails the server sends the original.
 */
export class PictureSizer {
  readonly #folder: string;
  readonly #warn: (text: string) => void;
  readonly #process: PictureProcess;
  readonly #waitMs: number;
  #last: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Map<string, Promise<boolean>>();
  readonly #failed = new LRUCache<string, true>({ max: FAILURES_MAX, ttl: RETRY_MS });
  /** The faults that concern all pictures are reported once. */
  readonly #reported = new Set<Fault>();
  #isClosed = false;

  /**
   * @param folder need not exist; several nodes may share it
   * @param options another program and other limits, for tests
   */
  constructor(folder: string, warn: (text: string) => void, { waitMs = WAIT_MS, ...process }: SizerOptions = {}) {
    this.#folder = folder;
    this.#warn = warn;
    this.#process = new PictureProcess(process);
    this.#waitMs = waitMs;
  }

  /** The file of a sized picture, which is made if it is not there; undefined if the original has to do. */
  async find(original: Original, size: PictureSize): Promise<string | undefined> {
    const file = join(this.#folder, sizedName(original.version, size));
    if (await isWhole(file)) return file;
    // Only this size, because other attendees may wait for other pictures.
    const isMade = await Promise.race([this.make(original, [size]), delay(this.#waitMs, false, { ref: false })]);
    return isMade ? file : undefined;
  }

  /** Makes sizes of a picture. @returns whether they are there */
  make(original: Original, sizes: readonly PictureSize[] = PICTURE_SIZES): Promise<boolean> {
    if (this.#cannotBeMade(original)) return Promise.resolve(false);
    const key = sizes.map((size) => sizedName(original.version, size)).join(' ');
    const known = this.#underWay.get(key);
    if (known) return known;
    const made = this.#last.then(() => this.#run({ ...original, sizes, folder: this.#folder }));
    this.#underWay.set(key, made);
    this.#last = made.then(() => this.#underWay.delete(key));
    return made;
  }

  /**
   * Makes what is missing, one after the other, so that a requested picture waits for one of them at most.
   * Deletes what no picture has needed for a day: until then, another node may have an older pack.
   * @param progress gets the number of pictures that are done
   */
  async makeAll(originals: readonly Original[], now: number, progress?: (done: number) => void): Promise<void> {
    const needed = new Set<string>();
    for (const [done, original] of originals.entries()) {
      if (this.#isClosed) return;
      progress?.(done);
      const nameOf = (size: PictureSize) => sizedName(original.version, size);
      for (const size of PICTURE_SIZES) needed.add(nameOf(size));
      const missing: PictureSize[] = [];
      for (const size of PICTURE_SIZES) if (!(await isWhole(join(this.#folder, nameOf(size))))) missing.push(size);
      if (missing.length > 0) await this.make(original, missing);
    }
    for (const name of await readdir(this.#folder).catch(() => []))
      if (isSizedName(name) && !needed.has(name)) await removeIfOld(join(this.#folder, name), now);
  }

  /** Ends the program. */
  close(): void {
    this.#isClosed = true;
    this.#process.close();
  }

  #cannotBeMade({ version }: Original): boolean {
    return this.#isClosed || this.#failed.has(version) || this.#reported.has('library');
  }

  async #run(job: SizingJob): Promise<boolean> {
    if (this.#cannotBeMade(job)) return false;
    const { fault, error } = await this.#process.ask(job);
    if (this.#isClosed) return false;
    if (!fault) return true;
    this.#failed.set(job.version, true);
    this.#report(job.file, fault, error);
    return false;
  }

  #report(file: string, fault: Fault, error = ''): void {
    if (fault === 'picture') {
      this.#warn(`${file} cannot be resized (${error}): it is sent as it is`);
      return;
    }
    if (!this.#reported.has(fault)) this.#warn(`pictures are sent as they are, because ${REASONS[fault]}: ${error}`);
    this.#reported.add(fault);
  }
}

const REASONS = {
  library: 'sharp does not work on this machine',
  process: 'the machine starts no process for them',
  folder: 'the sized ones cannot be stored',
};
