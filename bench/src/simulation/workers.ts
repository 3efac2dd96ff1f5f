/** Cores that do one piece of work after another, in the order of arrival. */
export class Workers {
  readonly #freeAt: Float64Array;
  readonly #share: number;
  /** How long all cores together have worked. */
  busyMs = 0;
  longestWaitMs = 0;

  /** @param share how much of each core is left by other work */
  constructor(cores: number, share: number) {
    this.#freeAt = new Float64Array(cores);
    this.#share = share;
  }

  /** @param ms how long the work takes on a core that does nothing else */
  work(at: number, ms: number): { begin: number; end: number } {
    let core = 0;
    for (let other = 1; other < this.#freeAt.length; other += 1) {
      if ((this.#freeAt[other] ?? 0) < (this.#freeAt[core] ?? 0)) core = other;
    }
    const begin = Math.max(at, this.#freeAt[core] ?? 0);
    const end = begin + ms / this.#share;
    this.#freeAt[core] = end;
    this.busyMs += ms / this.#share;
    this.longestWaitMs = Math.max(this.longestWaitMs, begin - at);
    return { begin, end };
  }
}
