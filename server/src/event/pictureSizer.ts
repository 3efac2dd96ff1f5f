import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DAY, MINUTE, SECOND } from '../platform/time.ts';
import { isSizedName, PICTURE_SIZES, type PictureSize, sizedName } from './pictureSizes.ts';

const PROGRAM = join(import.meta.dirname, 'sizingProgram.ts');
/** For one picture: it takes a fifth of a second; 50 million pixels take a few. */
const TIMEOUT_MS = MINUTE;
/** How long the program, with its memory, waits for another picture. */
const IDLE_MS = 10_000;
/** How long an attendee waits for a picture. */
const WAIT_MS = 5_000;
/** How soon a picture that failed is tried again: the organizer may have freed the disk. */
const RETRY_MS = 10 * MINUTE;
const FAILURES_MAX = 1_000;

/** A picture of the event pack that can be resized. */
export interface Original {
  file: string;
  version: string;
}

/** What the server sends to the program, and the answer. */
export interface SizingJob extends Original {
  sizes: readonly PictureSize[];
  folder: string;
}
export interface SizingAnswer {
  /** Undefined when all these sizes are made. */
  fault?: Fault;
  error?: string;
}
/** What is wrong: the installation, the machine, one picture, or the place for the results. */
type Fault = 'library' | 'process' | 'picture' | 'folder';

interface SizerOptions {
  program?: string;
  timeoutMs?: number | undefined;
  waitMs?: number;
}

/**
 * Makes the sized pictures of the event pack in a process of its own, one picture at a time, and keeps them in a folder.
 * Where that fails the server sends the original.
 */
export class PictureSizer {
  readonly #folder: string;
  readonly #warn: (text: string) => void;
  readonly #path: string;
  readonly #timeoutMs: number;
  readonly #waitMs: number;
  #program: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
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
  constructor(
    folder: string,
    warn: (text: string) => void,
    { program = PROGRAM, timeoutMs = TIMEOUT_MS, waitMs = WAIT_MS }: SizerOptions = {},
  ) {
    this.#folder = folder;
    this.#warn = warn;
    this.#path = program;
    this.#timeoutMs = timeoutMs;
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
    clearTimeout(this.#idle);
    this.#program?.kill('SIGKILL');
  }

  #cannotBeMade({ version }: Original): boolean {
    return this.#isClosed || this.#failed.has(version) || this.#reported.has('library');
  }

  async #run(job: SizingJob): Promise<boolean> {
    if (this.#cannotBeMade(job)) return false;
    clearTimeout(this.#idle);
    const { fault, error } = await this.#answer(job);
    if (this.#isClosed) return false;
    this.#idle = setTimeout(() => this.#program?.disconnect(), IDLE_MS).unref();
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

  async #answer(job: SizingJob): Promise<SizingAnswer> {
    let program: ChildProcess;
    try {
      program = await this.#start();
    } catch (reason) {
      return { fault: 'process', error: String(reason) };
    }
    return this.#ask(program, job).catch((reason: unknown) => ({ fault: 'picture', error: String(reason) }));
  }

  #ask(program: ChildProcess, job: SizingJob): Promise<SizingAnswer> {
    return new Promise((resolve) => {
      const end = (answer: SizingAnswer) => {
        clearTimeout(timer);
        program.off('message', end).off('exit', exited).off('error', failed);
        resolve(answer);
      };
      const fail = (error: string) => {
        // The next picture gets a new program, also if this one has not ended yet.
        this.#program = undefined;
        program.kill('SIGKILL');
        end({ fault: 'picture', error });
      };
      const exited = (code: number | null, signal: string | null) => fail(`its process has ended: ${signal ?? code}`);
      const failed = ({ message }: Error) => fail(message);
      const timer = setTimeout(() => fail(`it takes longer than ${this.#timeoutMs / SECOND} s`), this.#timeoutMs);
      program.on('message', end).on('exit', exited).on('error', failed);
      program.send(job, (error) => error && failed(error));
    });
  }

  /** @throws why the machine starts no process: Node says some reasons at once, others by an event */
  async #start(): Promise<ChildProcess> {
    if (this.#program?.connected) return this.#program;
    this.#program = undefined;
    // What libraries write is not for the operator, who reads the answers in the log.
    const program = fork(this.#path, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // An error event without a listener would end the server.
    program.on('error', () => {});
    await once(program, 'spawn');
    // The server may end while the program is idle.
    program.unref();
    program.channel?.unref();
    if (this.#isClosed) program.kill('SIGKILL');
    this.#program = program;
    return program;
  }
}

const REASONS = {
  library: 'sharp does not work on this machine',
  process: 'the machine starts no process for them',
  folder: 'the sized ones cannot be stored',
};

/** A file that a crash of the machine has cut to nothing is made again. */
const isWhole = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );

async function removeIfOld(file: string, now: number): Promise<void> {
  try {
    if ((await stat(file)).mtimeMs < now - DAY) await rm(file);
  } catch {
    // Another node has deleted it, or the folder is read-only.
  }
}
