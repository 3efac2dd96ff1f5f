import { availableParallelism, loadavg } from 'node:os';

/** What {@link work} takes on an idle machine of the kind that the limits were chosen for, in milliseconds. */
const REFERENCE = 230;
/** A test that hangs must end on the slowest machine, too. */
const MOST = 10;

/**
 * How many times longer work takes on this machine than on that one: its processor may be slower, and other programs
 * may use it. Every limit of a test run is multiplied by it. Child processes read the variable instead of measuring
 * again, so that all of a run's processes agree.
 */
export const timeScale: number = Number(process.env.TEST_TIME_SCALE) || measureTimeScale();
process.env.TEST_TIME_SCALE = String(timeScale);

/** A limit, in milliseconds, for this machine as it is. */
export const scaled = (milliseconds: number): number => Math.round(milliseconds * timeScale);

/** The factor as it is at this moment, for a program that starts others for minutes. */
export function measureTimeScale(): number {
  const start = performance.now();
  work();
  const slowness = (performance.now() - start) / REFERENCE;
  // The measurement may have fallen into a pause of the others.
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MOST, Math.max(1, slowness, load));
}

function work(): number {
  let hash = 1;
  for (let step = 0; step < 200_000_000; step++) hash = Math.imul(hash ^ step, 16_777_619);
  return hash;
}
