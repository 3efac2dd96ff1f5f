import { DatabaseUnavailable } from './guardPool.ts';

/** Runs a limited number of tasks at once. The others wait in order, up to a timeout. */
export class Semaphore {
  #free: number;
  readonly #timeoutMs: number;
  readonly #waiting: Array<() => void> = [];

  /**
   * @param concurrency how many tasks run at once
   * @param timeoutMs how long a task waits to start
   */
  constructor(concurrency: number, timeoutMs: number) {
    this.#free = concurrency;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws DatabaseUnavailable when the task cannot start in time */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes to the next in line, so that no newcomer overtakes it.
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new DatabaseUnavailable('too many transactions wait'));
      }, this.#timeoutMs);
      this.#waiting.push(begin);
    });
  }
}
