interface Queue {
  running: number;
  waiting: Array<() => void>;
}

/**
 * Limits how many tasks with the same key run at once; the others wait in memory. Otherwise requests that wait for one
 * row of the database would each hold a connection, and other requests would get none.
 */
export class KeyedQueue {
  readonly #limit: number;
  readonly #queues = new Map<string, Queue>();

  /** @param limit how many tasks with the same key run at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#limit) queue.running += 1;
    // A task that ends passes its place on, so that no newer task overtakes.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(key);
    }
  }
}
