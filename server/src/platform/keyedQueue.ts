import { unavailable } from './domainError.ts';

interface Turn {
  /** Whether the client has closed its connection. */
  hasLeft: () => boolean;
  begin: () => void;
  fail: (error: Error) => void;
}

interface Queue {
  underWay: number;
  waiting: Turn[];
}

export interface KeyedQueueLimits {
  /** How many with the same key run at once. */
  atOnce: number;
  /** How many with the same key wait. */
  maxWaiting: number;
  /** How long one waits, in milliseconds: well below the time after which the server cuts a silent connection. */
  longestWait: number;
}

/**
 * Runs only a few pieces of work with the same key at once; the others wait their turn in memory. Requests that wait
 * for one row of the database would otherwise hold a connection each, and keep all others from theirs.
 */
export class KeyedQueue {
  readonly #limits: KeyedQueueLimits;
  readonly #queues = new Map<string, Queue>();

  constructor(limits: KeyedQueueLimits) {
    this.#limits = limits;
  }

  /**
   * @param hasLeft whether the client has closed its connection: work that has waited is then dropped
   * @throws DomainError `unavailable` when too many wait, or after the longest wait; Error `aborted` when it is dropped
   */
  async run<Result>(key: string, hasLeft: () => boolean, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { underWay: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.underWay < this.#limits.atOnce) queue.underWay += 1;
    // Work that ends hands its place on, so that no newcomer overtakes.
    else await this.#wait(queue, hasLeft);
    try {
      return await work();
    } finally {
      this.#handOn(queue);
      if (queue.underWay === 0) this.#queues.delete(key);
    }
  }

  async #wait({ waiting }: Queue, hasLeft: () => boolean): Promise<void> {
    if (waiting.length >= this.#limits.maxWaiting) dropLeft(waiting);
    if (waiting.length >= this.#limits.maxWaiting) throw unavailable();
    const { promise, resolve: begin, reject: fail } = Promise.withResolvers<void>();
    const turn = { hasLeft, begin, fail };
    waiting.push(turn);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      fail(unavailable());
    }, this.#limits.longestWait);
    await promise.finally(() => clearTimeout(timer));
  }

  #handOn(queue: Queue): void {
    let next = queue.waiting.shift();
    for (; next?.hasLeft(); next = queue.waiting.shift()) drop(next);
    if (next) next.begin();
    else queue.underWay -= 1;
  }
}

/** Drops the work whose client does not wait for an answer. */
function dropLeft(waiting: Turn[]): void {
  for (const turn of waiting.splice(0)) {
    if (turn.hasLeft()) drop(turn);
    else waiting.push(turn);
  }
}

/** Node's word for a client that closed its connection during a request. */
const drop = ({ fail }: Turn): void => fail(new Error('aborted'));
