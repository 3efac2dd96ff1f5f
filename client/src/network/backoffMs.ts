export interface BackoffLimits {
  /** The longest pause before the first repetition. It doubles with each further one. */
  baseMs: number;
  /** No pause is longer. */
  maxMs: number;
}

/**
 * The pause before a repetition, with full jitter: any time up to the limit is equally likely, so that the phones of a
 * full hall do not repeat at the same moment.
 * @param repetition 0 for the first
 */
export const backoffMs = (
  repetition: number,
  { baseMs, maxMs }: BackoffLimits,
  random: () => number = Math.random,
): number => random() * Math.min(maxMs, baseMs * 2 ** repetition);
