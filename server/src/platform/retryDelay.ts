const FIRST = 2_000;

/**
 * How long to leave a service alone that has failed: doubles from 2 s up to `longest`, with jitter, so that one that
 * comes back is not stormed.
 * @param attempts so far, the failed one included
 * @param longest in milliseconds, as is what is returned
 */
export function retryDelay(attempts: number, longest: number): number {
  const most = Math.min(longest, FIRST * 2 ** (attempts - 1));
  return Math.round(most / 2 + Math.random() * (most / 2));
}
