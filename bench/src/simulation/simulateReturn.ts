import { pauseAfterOutage, pauseBeforeStream } from '@companion/client/live/connect';
import { backoffMs } from '@companion/client/network/backoffMs';
import { PROBE_PAUSES, SPREAD_MS } from '@companion/client/network/reachability';
import { MAX_UNDER_WAY } from '@companion/server/http/overload';
import { UNAVAILABLE_RETRY_MS } from '@companion/server/platform/domainError';
import { EventQueue } from './eventQueue.ts';
import { seededRandom } from './seededRandom.ts';

export interface ReturnScene {
  /** Phones whose streams were cut at the same moment. */
  phones: number;
  /** Nodes that accept them: all others if one was lost. */
  nodes: number;
  /** No node answers until then, in milliseconds; 0 if others serve at once. */
  downMs: number;
  /** CPU that a node uses for one phone's return. */
  returnMs: number;
  /** How much of a core a node has for them, after its other work. */
  coreShare: number;
  seed: number;
}

export interface ReturnOutcome {
  /** When each phone had its stream again, in milliseconds; by phone. */
  openedAt: Float64Array;
  /** Streams that nodes accepted or refused, in the busiest second, all nodes together. */
  connectsASecond: number;
  /** How often a phone was refused because its node had too many requests under way. */
  refused: number;
  /** The longest wait in a node, in milliseconds. */
  longestWaitMs: number;
  streamsOfNodes: number[];
}

/**
 * The phones of a hall return after their streams were cut, by the pauses of the app (`client/src/live/connect.ts`,
 * `client/src/network/reachability.ts`). A node serves them one after another.
 */
export function simulateReturn({ phones, nodes, downMs, returnMs, coreShare, seed }: ReturnScene): ReturnOutcome {
  const queue = new EventQueue<number>();
  const randoms = Array.from({ length: phones }, (_, phone) => seededRandom(seed + phone));
  const failures = new Uint8Array(phones);
  const openedAt = new Float64Array(phones).fill(Number.NaN);
  const freeAt = new Float64Array(nodes);
  const streamsOfNodes = new Array<number>(nodes).fill(0);
  const serviceMs = returnMs / coreShare;
  const connects = new Map<number, number>();
  let [refused, longestWaitMs] = [0, 0];

  for (const [phone, random] of randoms.entries()) queue.plan(pauseBeforeStream(0, random), phone);
  for (let next = queue.next(); next; next = queue.next()) {
    const { at, event: phone } = next;
    const random = randoms[phone];
    if (!random) continue;
    if (at < downMs) {
      failures[phone] = (failures[phone] ?? 0) + 1;
      queue.plan(afterOutage(at, downMs, failures[phone], random), phone);
      continue;
    }
    const second = Math.floor(at / 1000);
    connects.set(second, (connects.get(second) ?? 0) + 1);
    // Balanced by the proxy: the node that has least to do.
    const node = leastOf(freeAt);
    const begin = Math.max(at, freeAt[node] ?? 0);
    if ((begin - at) / serviceMs >= MAX_UNDER_WAY) {
      refused += 1;
      failures[phone] = (failures[phone] ?? 0) + 1;
      queue.plan(at + UNAVAILABLE_RETRY_MS + pauseBeforeStream(failures[phone], random), phone);
      continue;
    }
    freeAt[node] = begin + serviceMs;
    streamsOfNodes[node] = (streamsOfNodes[node] ?? 0) + 1;
    openedAt[phone] = begin + serviceMs;
    longestWaitMs = Math.max(longestWaitMs, begin - at);
  }
  return { openedAt, connectsASecond: Math.max(0, ...connects.values()), refused, longestWaitMs, streamsOfNodes };
}

/**
 * When a phone tries again whose attempt met no server. It probes until one answers, reads the state at a random moment
 * after that, and opens its stream after another pause; or when its pause is over, if a probe was answered by then and
 * the state is not read yet.
 */
export function afterOutage(at: number, endsAt: number, failures: number, random: () => number): number {
  const pauseEnds = at + pauseBeforeStream(failures, random);
  let reachableAt = at;
  for (let probes = 0; reachableAt < endsAt; probes += 1) reachableAt += backoffMs(probes, PROBE_PAUSES, random);
  const announcedAt = reachableAt + random() * SPREAD_MS;
  const endsFirst = reachableAt <= pauseEnds && pauseEnds < announcedAt;
  return endsFirst ? pauseEnds : announcedAt + pauseAfterOutage(random);
}

function leastOf(values: Float64Array): number {
  let least = 0;
  for (let i = 1; i < values.length; i += 1) if ((values[i] ?? 0) < (values[least] ?? 0)) least = i;
  return least;
}
