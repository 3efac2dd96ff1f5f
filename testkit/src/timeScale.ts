import { availableParallelism, loadavg } from 'node:os';

/** The time of {@link work} on the idle machine for which the limits were chosen. */
const REFERENCE_MS = 230;
/** A test that hangs must end even on the slowest machine. */
const MAX_SCALE = 10;

/**
 * How many times longer work takes on this machine: its processor may be slower, and other programs may use it. Every
 * limit of a test run is multiplied by it. Child processes read the variable, so that all processes of a run agree.
 */
export const timeScale: number = Number(process.env.TEST_TIME_SCALE) || measureTimeScale();
process.env.TEST_TIME_SCALE = String(timeScale);

/** Scales a limit for the current speed of this machine. */
export const scaled = (milliseconds: number): number => Math.round(milliseconds * timeScale);

/** For servers under test: on a busy machine, and of nodes that start at once, one waits longer for PostgreSQL. */
export const SCALED_SETTINGS = { CONNECT_TIMEOUT_MS: String(scaled(3_000)) };

/** Measures the current factor, for a program that starts others over minutes. */
export function measureTimeScale(): number {
  const start = performance.now();
  work();
  const slowness = (performance.now() - start) / REFERENCE_MS;
  // Other programs may have paused during the measurement.
  const load = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(MAX_SCALE, Math.max(1, slowness, load));
}

function work(): number {
  let hash = 1;
  for (let step = 0; step < 200_000_000; step++) hash = Math.imul(hash ^ step, 16_777_619);
  return hash;
}
