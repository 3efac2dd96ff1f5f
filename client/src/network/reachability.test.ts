import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reachability, SPREAD_MS } from './reachability.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A network on which the probe gets what the test decides: an answer, a failure, or nothing. */
function setUp({ random = 0.5, isForFew = false } = {}) {
  let answer: 'ready' | 'failure' | 'nothing' = 'ready';
  const changes: boolean[] = [];
  const probes: number[] = [];
  const recoveries: number[] = [];
  const reachability = new Reachability({
    isForFew,
    random: () => random,
    probe: async (onBytes) => {
      probes.push(performance.now());
      if (answer === 'nothing') await new Promise((resolve) => setTimeout(resolve, 5000));
      else if (answer === 'ready') onBytes();
      return answer === 'ready';
    },
  });
  reachability.start((isReachable) => changes.push(isReachable));
  reachability.onReachable(() => recoveries.push(performance.now()));
  return {
    ...{ reachability, changes, probes, recoveries },
    network: (next: typeof answer) => {
      answer = next;
    },
  };
}

test('network state: a request without a byte for 4.5 seconds, and a probe without one, mean unreachable', async () => {
  const { reachability, changes, probes, network } = setUp();
  network('nothing');
  const abort = vi.fn();
  const start = performance.now();
  reachability.begin(abort);
  await vi.advanceTimersByTimeAsync(4400);
  expect(probes.map((at) => at - start)).toEqual([2000]);
  expect([changes, abort.mock.calls.length]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(200);
  expect(changes).toEqual([false]);
  expect(abort).toHaveBeenCalledOnce();
});

test('network state: a slow network stays online, as long as bytes of any answer arrive', async () => {
  const { reachability, changes, probes, network } = setUp();
  network('nothing');
  const abort = vi.fn();
  reachability.begin(abort);
  const other = reachability.begin(abort);
  for (let seconds = 0; seconds < 60; seconds += 1.5) {
    await vi.advanceTimersByTimeAsync(1500);
    other.received();
  }
  // A gap that the probe falls into, too.
  await vi.advanceTimersByTimeAsync(4000);
  other.received();
  await vi.advanceTimersByTimeAsync(4000);
  expect(probes).toHaveLength(2);
  expect([changes, abort.mock.calls.length]).toEqual([[], 0]);
});

test('network state: a slow server is probed less and less often, and stays online', async () => {
  const { reachability, changes, probes } = setUp();
  const start = performance.now();
  const abort = vi.fn();
  const { end } = reachability.begin(abort);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(probes.map((at) => at - start)).toEqual([2000, 6000, 14_000]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes).toHaveLength(3);
  expect([changes, abort.mock.calls.length]).toEqual([[], 0]);
});

test('network state: where answers take seconds, the probe gets twice as long', async () => {
  const { reachability, changes, network } = setUp();
  network('nothing');
  const slow = reachability.begin(() => {});
  await vi.advanceTimersByTimeAsync(1900);
  slow.received();
  await vi.advanceTimersByTimeAsync(1900);
  slow.end();
  const slower = reachability.begin(() => {});
  await vi.advanceTimersByTimeAsync(1999);
  slower.received();
  slower.end();
  reachability.begin(() => {});
  await vi.advanceTimersByTimeAsync(2000 + 2 * 1990);
  expect(changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(changes).toEqual([false]);
});

test('network state: timers that a sleeping phone delays do not count as silence', async () => {
  const { reachability, changes, probes, network } = setUp();
  network('nothing');
  reachability.begin(() => {});
  await vi.advanceTimersByTimeAsync(2100);
  expect(probes).toHaveLength(1);
  // The clock goes on while no timer runs.
  const awake = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => awake() + 3_600_000);
  await vi.advanceTimersByTimeAsync(4400);
  expect(changes).toEqual([]);
  await vi.advanceTimersByTimeAsync(2600);
  expect(changes).toEqual([false]);
});

test('network state: a failed call is probed at once; unreachable until the probe succeeds, with growing pauses', async () => {
  const { reachability, changes, probes, network } = setUp({ random: 1 });
  network('failure');
  const start = performance.now();
  reachability.failed();
  reachability.failed();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(changes).toEqual([false]);
  expect(probes.map((at) => at - start)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000]);
  network('ready');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changes).toEqual([false, true]);
});

test('network state: the first answer of the server ends the outage without a probe', async () => {
  const { reachability, changes, probes, network } = setUp();
  network('failure');
  reachability.failed();
  await vi.advanceTimersByTimeAsync(10_000);
  const count = probes.length;
  reachability.answered();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(changes).toEqual([false, true]);
  expect(probes).toHaveLength(count);
});

test('network state: a visitor who returns, or presses the button, gets a probe at once', async () => {
  const { reachability, probes, network } = setUp();
  reachability.checkIfLost();
  expect(probes).toHaveLength(0);
  network('failure');
  reachability.failed();
  await vi.advanceTimersByTimeAsync(20_000);
  const count = probes.length;
  reachability.checkIfLost();
  expect(probes).toHaveLength(count + 1);
});

test('after an outage: each phone calls at its own random moment within 5 seconds', async () => {
  for (const random of [0, 0.25, 1]) {
    const { reachability, recoveries, network } = setUp({ random });
    network('failure');
    reachability.failed();
    await vi.advanceTimersByTimeAsync(100);
    const end = performance.now();
    reachability.answered();
    // More answers neither repeat nor delay it.
    await vi.advanceTimersByTimeAsync(100);
    reachability.answered();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(recoveries.map((at) => at - end)).toEqual([random * SPREAD_MS]);
  }
});

test('after an outage: nothing is called when the network is lost again before that', async () => {
  const { reachability, recoveries, network } = setUp();
  network('failure');
  reachability.failed();
  await vi.advanceTimersByTimeAsync(100);
  reachability.answered();
  await vi.advanceTimersByTimeAsync(1000);
  reachability.setOnline(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recoveries).toEqual([]);
  network('ready');
  reachability.setOnline(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(recoveries).toHaveLength(1);
});

test('after an outage: where the server answers the probe and fails the calls, each round comes later', async () => {
  const { reachability, changes, recoveries } = setUp({ random: 1 });
  reachability.onReachable(() => reachability.failed());
  reachability.failed();
  await vi.advanceTimersByTimeAsync(60_000);
  const pauses = recoveries.slice(1).map((at, index) => at - (recoveries[index] ?? 0));
  expect(pauses).toEqual([10_000, 15_000, 25_000]);
  expect(changes).toEqual([]);
});

test('offline: no probe is sent; back online, the server is asked before anything is called', async () => {
  const { reachability, changes, probes, recoveries, network } = setUp();
  network('failure');
  reachability.setOnline(false);
  reachability.failed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes).toEqual([]);
  // A captive portal: there is a network, and the server is not behind it.
  reachability.setOnline(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([changes, recoveries]).toEqual([[false], []]);
  network('ready');
  await vi.advanceTimersByTimeAsync(20_000);
  expect([changes, recoveries.length]).toEqual([[false, true], 1]);
});

test('offline: an answer that was still on its way ends no outage: what waits is called once the network is back', async () => {
  const { reachability, recoveries } = setUp();
  reachability.setOnline(false);
  // Such as the last frame of a stream.
  reachability.answered();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recoveries).toEqual([]);
  reachability.setOnline(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(recoveries).toHaveLength(1);
});

test('once reachable: is called at the first answer, without the pause of a full hall', async () => {
  const { reachability, network } = setUp({ random: 1 });
  const [left, stayed] = [vi.fn(), vi.fn()];
  network('failure');
  reachability.onceReachable(left)();
  reachability.onceReachable(stayed);
  await vi.advanceTimersByTimeAsync(500);
  expect(stayed).not.toHaveBeenCalled();
  network('ready');
  await vi.advanceTimersByTimeAsync(1000);
  expect(stayed).toHaveBeenCalledOnce();
  expect(left).not.toHaveBeenCalled();
});

test('network state: nothing is probed before the start', async () => {
  const probe = vi.fn(async () => false);
  const reachability = new Reachability({ probe });
  reachability.begin(() => {});
  reachability.failed();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).not.toHaveBeenCalled();
});

test('network state: for a few, a failed call is an outage at once, and all are called as soon as a probe is answered', async () => {
  const { reachability, changes, probes, recoveries, network } = setUp({ random: 1, isForFew: true });
  network('failure');
  const start = performance.now();
  reachability.failed();
  reachability.failed();
  expect(changes).toEqual([false]);
  await vi.advanceTimersByTimeAsync(7000);
  network('ready');
  await vi.advanceTimersByTimeAsync(1000);
  expect(probes.map((at) => at - start)).toEqual([2000, 4000, 6000, 8000]);
  expect(changes).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect(recoveries).toHaveLength(1);
});
