import { ENGINES, type Engine } from './systems.ts';

/**
 * Measures on each engine, one after the other, or on one of them. The program exits with 1 if a limit is missed.
 * @param measure returns whether one is
 */
export async function measureEngines(
  only: string | undefined,
  measure: (engine: Engine) => Promise<boolean>,
): Promise<void> {
  for (const engine of ENGINES) {
    if (only && only !== engine) continue;
    if (await measure(engine)) process.exitCode = 1;
  }
}
