interface Queue {
  underWay: number;
  waiting: Array<() => void>;
}

/**
 * Lets only a few pieces of work with the same key run at once; the others wait their turn in memory. Requests that wait
 * for one row of the database would otherwise hold a connection each, and keep everybody else from theirs.
 */
export class KeyedQueue {
  readonly #limit: number;
  readonly #queues = new Map<string, Queue>();

  /** @param limit how many with the same key run at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { underWay: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.underWay < this.#limit) queue.underWay += 1;
    // Work that ends hands its place on, so that no newcomer overtakes.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.underWay -= 1;
      if (queue.underWay === 0) this.#queues.delete(key);
    }
  }
}
