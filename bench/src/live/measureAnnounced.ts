import { setTimeout as delay } from 'node:timers/promises';
import { announceToAll } from '../system/announceToAll.ts';
import { printResult, quantile, quantileText } from '../system/results.ts';
import { type Hall, untilTrue } from './hall.ts';
import type { LiveFigures } from './targetLines.ts';

const ROUNDS = 10;
/** Longer than until the next reading of changes, and the frames of it. */
const SETTLING_MS = 1_000;

/** An announcement to everyone, from its commit until the phones have its text: they read nothing for it. */
export async function measureAnnounced({ system, phones }: Hall): Promise<LiveFigures> {
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await delay(SETTLING_MS);
    for (const each of phones) each.received = [];
    const committedAt = await announceToAll(system);
    await untilTrue(() => phones.every(({ received }) => received.some(({ frame }) => frame.event === 'announcement')));
    for (const { received } of phones) {
      const known = received.find(({ frame }) => frame.event === 'announcement')?.at;
      delays.push((known ?? Number.POSITIVE_INFINITY) - committedAt);
    }
  }
  delays.sort((a, b) => a - b);
  printResult(`announced, ${ROUNDS} times: p50, p95, all from the commit`, quantileText(delays, [0.5, 0.95, 1]));
  return { announcedP95: quantile(delays, 0.95) };
}
