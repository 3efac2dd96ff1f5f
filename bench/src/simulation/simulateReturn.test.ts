import { connect, pauseBeforeStream, type StreamEnd } from '@companion/client/live/connect';
import { Reachability } from '@companion/client/network/reachability';
import { afterEach, expect, test, vi } from 'vitest';
import { quantile } from '../system/results.ts';
import { afterOutage, type ReturnScene, simulateReturn } from './simulateReturn.ts';

const SCENE: ReturnScene = { phones: 20_000, nodes: 4, downMs: 0, returnMs: 0.001, coreShare: 1, seed: 1 };
const run = (changed: Partial<ReturnScene> = {}) => simulateReturn({ ...SCENE, ...changed });
const sorted = (times: Float64Array) => Float64Array.from(times).sort();

afterEach(() => {
  vi.useRealTimers();
});

test('return: the same seed gives the same result, another seed another one', () => {
  expect(run({ downMs: 3_000 })).toEqual(run({ downMs: 3_000 }));
  expect(run({ seed: 2 * SCENE.phones }).openedAt).not.toEqual(run().openedAt);
});

test.each([
  { downMs: 0, returnMs: 1 },
  { downMs: 5_000, returnMs: 1 },
  { downMs: 0, returnMs: 20 },
  { downMs: 20_000, returnMs: 5 },
])('return: no phone is lost, and each has one stream (%o)', (changed) => {
  const { openedAt, streamsOfNodes } = run(changed);
  expect(openedAt.every((at) => at >= Math.max(1_000, changed.downMs))).toBe(true);
  expect(streamsOfNodes.reduce((sum, streams) => sum + streams, 0)).toBe(SCENE.phones);
});

test('return: while nodes have time, phones return evenly from 1 to 10 s', () => {
  const { openedAt, connectsASecond, refused } = run();
  const times = sorted(openedAt);
  for (const share of [0.05, 0.5, 0.95]) {
    expect(Math.abs(quantile(times, share) - (1_000 + share * 9_000))).toBeLessThan(150);
  }
  expect(connectsASecond / (SCENE.phones / 9)).toBeGreaterThan(0.95);
  expect(connectsASecond / (SCENE.phones / 9)).toBeLessThan(1.1);
  expect(refused).toBe(0);
});

test('return: a node that is too slow works without a pause, and the last phone waits for all others', () => {
  const { openedAt } = run({ phones: 2_000, nodes: 1, returnMs: 20, coreShare: 0.5 });
  const times = sorted(openedAt);
  expect(quantile(times, 1) - quantile(times, 0)).toBeCloseTo(1_999 * 40, 3);
});

test('return: with more phones, none returns sooner', () => {
  const few = run({ phones: 1_000, nodes: 1, returnMs: 5 }).openedAt;
  const many = run({ phones: 3_000, nodes: 1, returnMs: 5 }).openedAt;
  expect(few.every((at, phone) => (many[phone] ?? 0) >= at)).toBe(true);
});

test('return: a node with too many requests under way refuses further ones, whose phones come later', () => {
  const { refused, openedAt } = run({ phones: 30_000, nodes: 1, returnMs: 1.5 });
  expect(refused).toBeGreaterThan(0);
  expect(openedAt.every((at) => at > 0)).toBe(true);
});

for (const random of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
  test(`return: after an outage the simulation waits as the app does, at random ${random}`, async () => {
    const outage = 8_000;
    expect(await opensInTheApp(random, outage)).toBeCloseTo(opensInTheSimulation(random, outage), 3);
  });
}

/** A stream was cut at 0; the server is away until then. */
function opensInTheSimulation(random: number, outageMs: number): number {
  const draw = () => random;
  let at = pauseBeforeStream(0, draw);
  for (let failures = 1; at < outageMs; failures += 1) at = afterOutage(at, outageMs, failures, draw);
  return at;
}

async function opensInTheApp(random: number, outageMs: number): Promise<number> {
  vi.useFakeTimers();
  const begin = performance.now();
  const isServed = () => performance.now() - begin >= outageMs;
  let isReachable = true;
  const reachability = new Reachability({ probe: async () => isServed(), random: () => random });
  reachability.start((now) => {
    isReachable = now;
  });
  const opened: number[] = [];
  let streams = 0;
  const connection = connect({
    openStream: async (listener): Promise<StreamEnd> => {
      streams += 1;
      if (streams === 1) {
        listener.onBytes();
        listener.onFrame();
        return { kind: 'ended' };
      }
      if (!isServed()) return { kind: 'failed' };
      opened.push(performance.now() - begin);
      return new Promise(() => {});
    },
    readState: async () => true,
    mayStream: true,
    isOnStage: () => true,
    isOnline: () => isReachable,
    onReachable: (listener) => reachability.onReachable(listener),
    reportFailure: () => reachability.failed(),
    random: () => random,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  connection.close();
  return opened[0] ?? Number.NaN;
}
