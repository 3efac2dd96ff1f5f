/** The value that a share of the sorted values does not exceed: 0.95 for p95. NaN when there are none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Several quantiles of times, as printed. */
export const quantileText = (sorted: ArrayLike<number>, shares: number[]): string =>
  `${shares.map((share) => quantile(sorted, share).toFixed(1)).join(', ')} ms`;

/** Prints what was measured, with the results in one column. */
export const printResult = (what: string, result: string): void => console.log(`  ${what.padEnd(56)}${result}`);
