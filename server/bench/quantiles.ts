/** The value below which that share of the sorted ones is; NaN of none. */
export const shareOf = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const quantiles = (sorted: ArrayLike<number>, shares: number[]): string =>
  `${shares.map((share) => shareOf(sorted, share).toFixed(1)).join(', ')} ms`;

/** Prints a result. */
export const say = (what: string, result: string): void => console.log(`  ${what.padEnd(56)}${result}`);
