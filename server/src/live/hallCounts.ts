import { SECOND } from '../platform/time.ts';

/** What the hall does without a change that is recorded. */
export interface HallCount {
  /** Questions that wait for a moderator. */
  pending: number;
  /** Of the questions on stage, together. */
  upvotes: number;
}

/** Timers are a little early or late. */
const AGE_MS = SECOND - 50;

/** Counts what the hall asks and upvotes, at most once a second, for all who watch. */
export class HallCounts {
  readonly #read: () => Promise<HallCount>;
  #counting: Promise<void> | undefined;
  #countedAt = Number.NEGATIVE_INFINITY;
  /** The newest count. */
  current: HallCount = { pending: 0, upvotes: 0 };

  constructor(read: () => Promise<HallCount>) {
    this.#read = read;
  }

  /** A change has been recorded: what was counted before it is old. */
  expire(): void {
    this.#countedAt = Number.NEGATIVE_INFINITY;
  }

  /** Counts again if the newest count is too old. */
  async update(): Promise<void> {
    if (performance.now() - this.#countedAt < AGE_MS) return this.#counting;
    this.#countedAt = performance.now();
    const counting = this.#read().then(
      (count) => {
        // A count that was begun later may have been faster.
        if (this.#counting === counting) this.current = count;
      },
      (error) => {
        this.expire();
        throw error;
      },
    );
    this.#counting = counting;
    return counting;
  }
}
