import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MINUTE, SECOND } from '../platform/time.ts';
import type { PictureEnding } from './pictureFile.ts';
import type { PictureSize } from './pictureSizes.ts';

const PROGRAM = join(import.meta.dirname, 'sizingProgram.ts');
/** For one picture: it takes a fifth of a second; 50 million pixels take a few. */
const TIMEOUT_MS = MINUTE;
/** How long the program, with its memory, waits for another picture. */
const IDLE_MS = 10_000;

/** A picture of the event that can be resized. */
export interface Original {
  file: string;
  version: string;
}

/** What the server sends to the program: a picture to be sized into files, */
export interface SizingJob extends Original {
  sizes: readonly PictureSize[];
  folder: string;
}
/** or one to be made again without anything but its pixels. */
export interface CleaningJob {
  clean: Uint8Array;
  type: Exclude<PictureEnding, 'svg'>;
  /** A larger picture is made smaller. */
  longestSide: number;
}

/** The answer. */
export interface SizingAnswer {
  /** Undefined when all is made. */
  fault?: Fault;
  error?: string;
  /** Of a cleaning job. */
  cleaned?: Uint8Array;
}
/** What is wrong: the installation, the machine, one picture, or the place for the results. */
export type Fault = 'library' | 'process' | 'picture' | 'folder';

export interface ProcessOptions {
  program?: string;
  timeoutMs?: number | undefined;
}

/** A process that decodes pictures, one at a time, so that one that crashes it does not end the server. */
export class PictureProcess {
  readonly #path: string;
  readonly #timeoutMs: number;
  #program: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param options another program and another limit, for tests */
  constructor({ program = PROGRAM, timeoutMs = TIMEOUT_MS }: ProcessOptions = {}) {
    this.#path = program;
    this.#timeoutMs = timeoutMs;
  }

  /** Call it again only once it has answered. */
  async ask(job: SizingJob | CleaningJob): Promise<SizingAnswer> {
    clearTimeout(this.#idle);
    let program: ChildProcess;
    try {
      program = await this.#start();
    } catch (reason) {
      return { fault: 'process', error: String(reason) };
    }
    const answer = await this.#askProgram(program, job).catch((reason: unknown) => ({
      fault: 'picture' as const,
      error: String(reason),
    }));
    if (!this.#isClosed) this.#idle = setTimeout(() => this.#program?.disconnect(), IDLE_MS).unref();
    return answer;
  }

  /** Ends the program. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#program?.kill('SIGKILL');
  }

  #askProgram(program: ChildProcess, job: SizingJob | CleaningJob): Promise<SizingAnswer> {
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
    const program = fork(this.#path, {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Pictures as they are: as JSON, one of 5 MB kept the server from others for a tenth of a second.
      serialization: 'advanced',
    });
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
