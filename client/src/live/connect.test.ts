import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, type StreamEnd, type StreamListener } from './connect.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface OpenStream extends StreamListener {
  end: (end: StreamEnd) => void;
  isCut: () => boolean;
}

/** A phone whose random numbers are 0.5 unless a test says otherwise. Events are recorded with their second. */
function start({ mayStream = true, random = 0.5 } = {}) {
  const startedAt = performance.now();
  const log: string[] = [];
  const record = (what: string) => log.push(`${((performance.now() - startedAt) / 1000).toFixed(1)} ${what}`);
  const scene = { isOnline: true, isOnStage: false, stateAnswers: true };
  const streams: OpenStream[] = [];
  let reach = () => {};
  const connection = connect({
    openStream: (listener, signal) => {
      record('stream');
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'failed' }));
        streams.push({ ...listener, end: resolve, isCut: () => signal.aborted });
      });
    },
    readState: async () => {
      record('state');
      return scene.stateAnswers;
    },
    mayStream,
    isOnStage: () => scene.isOnStage,
    isOnline: () => scene.isOnline,
    onReachable: (listener) => {
      reach = listener;
      return () => {};
    },
    reportFailure: () => record('failure'),
    random: () => random,
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const last = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('No stream was opened');
    return stream;
  };
  /** The newest stream delivers its first frame. */
  const deliver = () => {
    last().onBytes();
    last().onFrame();
  };
  return { connection, scene, log, pass, last, deliver, reach: () => reach() };
}

test('connection: reads the state, then opens a stream', async () => {
  const { log, pass } = start();
  await pass(0);
  expect(log).toEqual(['0.0 state', '0.0 stream']);
});

for (const [random, seconds] of [
  [0, '1.0'],
  [1, '10.0'],
] as const) {
  test(`connection: after a stream that has delivered, the next one comes after ${seconds} s at random ${random}`, async () => {
    const { log, pass, last, deliver } = start({ random });
    await pass(0);
    deliver();
    last().end({ kind: 'ended' });
    await pass(11);
    expect(log.slice(2)).toEqual([`${seconds} stream`]);
  });
}

test('connection: pauses grow up to 30 s while streams fail, and the failure is reported', async () => {
  const { log, pass, last } = start({ random: 1 });
  await pass(0);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    last().end({ kind: 'failed' });
    await pass(30);
  }
  expect(log.filter((line) => line.endsWith('failure'))).toHaveLength(4);
  const at = log.filter((line) => line.endsWith('stream')).map((line) => Number.parseFloat(line));
  expect(at).toEqual([0, 19, 60, 90, 120]);
});

test('connection: a stream that was cut while it delivered is no reason to probe the server', async () => {
  const { log, pass, last, deliver } = start();
  await pass(0);
  deliver();
  last().end({ kind: 'failed' });
  await pass(10);
  expect(log.slice(2)).toEqual(['5.5 stream']);
});

test('connection: waits as long as the server asks for, and longer at random, and polls while it waits', async () => {
  const { log, pass, last } = start();
  await pass(0);
  last().end({ kind: 'busy', retryAfterMs: 60_000 });
  await pass(80);
  expect(log.slice(2)).toEqual(['30.0 state', '60.0 state', '70.0 stream']);
});

test('connection: heartbeats keep a stream; 25 s without a byte cut it', async () => {
  const { log, pass, last, deliver } = start();
  await pass(0);
  deliver();
  await pass(24);
  last().onBytes();
  await pass(24);
  expect(last().isCut()).toBe(false);
  await pass(1);
  expect(last().isCut()).toBe(true);
  await pass(5);
  expect(log.slice(2)).toEqual(['49.0 state', '52.0 stream']);
});

test('connection: two streams without a frame lead to polling within 60 s, every 5 s while something is on stage', async () => {
  const { log, pass, scene } = start({ random: 1 });
  await pass(56);
  expect(log).toEqual(['0.0 state', '0.0 stream', '25.0 state', '30.0 stream', '55.0 state']);
  scene.isOnStage = true;
  await pass(40);
  expect(log.slice(5)).toEqual(['85.0 state', '90.0 state', '95.0 state']);
});

test('connection: tries a stream again after minutes of polling; one more silent one leads back to polling', async () => {
  const { log, pass } = start();
  await pass(700);
  const at = log.filter((line) => line.endsWith('stream')).map((line) => Number.parseFloat(line));
  expect(at).toEqual([0, 28, 353, 678]);
});

test('connection: silence of the network does not count as a proxy that holds streams back', async () => {
  const { log, pass, scene } = start();
  scene.stateAnswers = false;
  await pass(120);
  expect(log.filter((line) => line.endsWith('stream'))).toEqual([
    '0.0 stream',
    '28.0 stream',
    '56.0 stream',
    '84.0 stream',
    '112.0 stream',
  ]);
});

test('connection: without a network nothing is sent until the server can be reached', async () => {
  const { log, pass, last, scene, reach } = start();
  await pass(0);
  scene.isOnline = false;
  last().end({ kind: 'failed' });
  await pass(600);
  expect(log.slice(2)).toEqual(['0.0 failure']);
  scene.isOnline = true;
  reach();
  await pass(0);
  expect(log.slice(3)).toEqual(['600.0 state']);
  await pass(10);
  expect(log.slice(3)).toEqual(['600.0 state', '603.3 stream']);
});

test('connection: the end of an outage ends a pause; the state is read at once, the stream opened later', async () => {
  const { log, pass, last, reach } = start();
  await pass(0);
  last().end({ kind: 'failed' });
  await pass(2);
  reach();
  await pass(10);
  expect(log.slice(2)).toEqual(['0.0 failure', '2.0 state', '5.3 stream']);
});

test('connection: a token that is not accepted is renewed by reading the state, at once, but not again and again', async () => {
  const { log, pass, last } = start();
  await pass(0);
  last().end({ kind: 'unauthorized' });
  await pass(0);
  expect(log.slice(2)).toEqual(['0.0 state', '0.0 stream']);
  last().end({ kind: 'unauthorized' });
  await pass(5);
  expect(log.slice(4)).toEqual(['0.0 state']);
});

test('connection: data-saving mode polls and opens no stream', async () => {
  const { log, pass } = start({ mayStream: false });
  await pass(700);
  expect(log.filter((line) => line.endsWith('stream'))).toEqual([]);
  expect(log.length).toBeGreaterThan(20);
});

test('connection: a server without streams is not asked again for minutes', async () => {
  const { log, pass, last } = start();
  await pass(0);
  last().end({ kind: 'missing' });
  await pass(299);
  expect(log).toHaveLength(2);
});

test('connection: closed, it cuts the stream and sends nothing any more', async () => {
  const { connection, log, pass, last } = start();
  await pass(0);
  connection.close();
  await pass(600);
  expect(last().isCut()).toBe(true);
  expect(log).toHaveLength(2);
});
