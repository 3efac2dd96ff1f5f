/** Counts values in steps of one, so that the percentiles of millions need little memory. */
export class Histogram {
  readonly #counts = new Map<number, number>();
  total = 0;

  add(value: number, weight = 1): void {
    const step = Math.round(value);
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + weight);
    this.total += weight;
  }

  addAll(other: Histogram): void {
    for (const [step, count] of other.#counts) this.add(step, count);
  }

  /** The value below which that share is; NaN of none. */
  quantile(share: number): number {
    let seen = 0;
    for (const [step, count] of [...this.#counts].sort(([one], [other]) => one - other)) {
      seen += count;
      if (seen >= share * this.total) return step;
    }
    return Number.NaN;
  }
}
