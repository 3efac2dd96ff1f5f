import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from './caller.ts';

/** The results of a load. */
export interface Measured {
  /** From the first request to the last answer. */
  seconds: number;
  /** Of each request in milliseconds, ascending. In an open loop measured from when it was due, not from when it was sent. */
  latencies: number[];
  statuses: Map<number, number>;
}

/** What one visitor sends, one request after another. */
export type Visit = (number: number, send: (request: () => Promise<Outcome>) => Promise<Outcome>) => Promise<void>;

/** Runs `workers` visitors at once, each followed by the next, until the time is over or all visits are done. */
export async function closedLoop(
  workers: number,
  until: { seconds: number } | { visits: number },
  visit: Visit,
): Promise<Measured> {
  const load = startLoad();
  const end = 'seconds' in until ? performance.now() + until.seconds * 1000 : Number.POSITIVE_INFINITY;
  const maxVisits = 'visits' in until ? until.visits : Number.POSITIVE_INFINITY;
  let visits = 0;
  const work = async () => {
    while (visits < maxVisits && performance.now() < end) {
      await visit(visits++, (request) => load.timed(request, performance.now()));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return load.measured();
}

/** Starts visitors when they are due, spread evenly over the time, however slow the answers are. */
export async function openLoop(visits: number, seconds: number, visit: Visit): Promise<Measured> {
  const load = startLoad();
  const begin = performance.now();
  const come = async (number: number) => {
    let due = begin + (number / visits) * seconds * 1000;
    await delay(Math.max(0, due - performance.now()));
    // A timer may be a fraction of a millisecond early.
    due = Math.min(due, performance.now());
    await visit(number, async (request) => {
      const outcome = await load.timed(request, due);
      due = performance.now();
      return outcome;
    });
  };
  await Promise.all(Array.from({ length: visits }, (_, number) => come(number)));
  return load.measured();
}

function startLoad() {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const begin = performance.now();
  return {
    async timed(request: () => Promise<Outcome>, due: number): Promise<Outcome> {
      const outcome = await request();
      latencies.push(performance.now() - due);
      statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
      return outcome;
    },
    measured: (): Measured => ({
      seconds: (performance.now() - begin) / 1000,
      latencies: latencies.sort((a, b) => a - b),
      statuses,
    }),
  };
}

/** Merges the results of several loads. */
export function mergeMeasured(loads: Measured[]): Measured {
  const statuses = new Map<number, number>();
  for (const [status, count] of loads.flatMap((load) => [...load.statuses])) {
    statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  return {
    seconds: loads.reduce((sum, { seconds }) => sum + seconds, 0),
    latencies: loads.flatMap(({ latencies }) => latencies).sort((a, b) => a - b),
    statuses,
  };
}

/** Requests per second. */
export const rateOf = ({ latencies, seconds }: Measured): number => latencies.length / seconds;

/** @param share 0.99 for p99 */
export function percentile({ latencies }: Measured, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.ceil(latencies.length * share) - 1)] ?? 0;
}
