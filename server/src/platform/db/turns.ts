import { DatabaseUnavailable } from './guardPool.ts';

/** Lets so many pieces of work run at once; the others wait for their turn in order, for some time at most. */
export class Turns {
  #free: number;
  readonly #patience: number;
  readonly #waiting: Array<() => void> = [];

  /**
   * @param atOnce how many run at once
   * @param patience how long one waits, in milliseconds
   */
  constructor(atOnce: number, patience: number) {
    this.#free = atOnce;
    this.#patience = patience;
  }

  /** @throws DatabaseUnavailable when its turn does not come in time */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // A turn is handed on, so that no newcomer overtakes.
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
      }, this.#patience);
      this.#waiting.push(begin);
    });
  }
}
