import { setTimeout as delay } from 'node:timers/promises';
import { printResult, quantile } from '../system/results.ts';
import { type Hall, untilTrue } from './hall.ts';
import type { LiveFigures } from './targetLines.ts';

const DOWN_MS = 2_000;
const LONGEST_RETURN_MS = 60_000;

export interface ReturnMeasured {
  figures: LiveFigures;
  /** When the node served again, in milliseconds after it was killed. */
  backAt: number;
  /** When each stream that was lost was open again, ascending. */
  returned: number[];
}

/**
 * The node of half the phones, or of all, is killed and started again after two seconds. With two nodes the proxy sends
 * the phones to the other one.
 */
export async function measureReturn({ system, phones }: Hall): Promise<ReturnMeasured> {
  const connects: number[] = [];
  const returned: number[] = [];
  const killed = system.urls.length - 1;
  const lost = phones.filter((_, i) => i % system.urls.length === killed);
  await untilTrue(() => phones.every(({ isOpen }) => isOpen));
  const begin = performance.now();
  for (const phone of lost) {
    phone.onConnect = () => connects.push(performance.now() - begin);
    phone.onOpen = () => returned.push(performance.now() - begin);
  }
  await system.kill(killed);
  await delay(DOWN_MS);
  await system.start(killed);
  const backAt = performance.now() - begin;
  await untilTrue(() => returned.length >= lost.length, LONGEST_RETURN_MS);
  for (const phone of lost) {
    phone.onConnect = () => {};
    phone.onOpen = () => {};
  }
  returned.sort((a, b) => a - b);
  const bySecond = Map.groupBy(connects, (ms) => Math.floor(ms / 1000));
  const figures = {
    // A phone that is not back counts as one that returns later than all others.
    backAfter:
      quantile([...returned, ...Array(lost.length - returned.length).fill(Number.POSITIVE_INFINITY)], 0.95) / 1000,
    connects: Math.max(...[...bySecond.values()].map(({ length }) => length)),
    signedOut: phones.filter(({ isSignedOut }) => isSignedOut).length,
    lost: lost.length - returned.length,
  };
  printResult(
    `a node with ${lost.length} streams killed, back after ${(backAt / 1000).toFixed(1)} s`,
    `95 % back after ${figures.backAfter.toFixed(1)} s`,
  );
  printResult(
    '  connects a second, at most',
    `${figures.connects}; signed out: ${figures.signedOut}; never back: ${figures.lost}`,
  );
  return { figures, backAt, returned };
}
