import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { ChangedFrames } from '../live/changedFrames.ts';
import type { LiveHub } from '../live/liveHub.ts';
import type { Viewer } from './liveStream.ts';
import { LiveStreams, PAUSE_MS, SLICE_MS } from './liveStreams.ts';

const STREAMS = 5_000;
/** How long a write takes, in milliseconds. */
const WRITE_MS = 0.02;
/** Streams are looked after while others are written to, which must not write to all that are left. */
const LIMITS = { maxStreams: STREAMS, interval: 50, heartbeat: Number.MAX_SAFE_INTEGER };

let streams: LiveStreams | undefined;
afterEach(() => streams?.close());

/** A hub whose state a test decides, with as many open streams as a hall has. */
function openHall() {
  const frames = new ChangedFrames();
  const show = (revision: number) =>
    frames.show({
      stage: null,
      results: null,
      questions: { revision },
      agenda: { revision: 0 },
      audienceQuestions: [],
    });
  show(0);
  let announce = () => {};
  const hub = {
    frames: () => frames,
    watch: () => () => {},
    on: (_frames: string, listener: () => void) => {
      announce = listener;
    },
  };
  // What LiveStreams uses of the hub, which would read a database.
  streams = new LiveStreams(hub as unknown as LiveHub, Date.now, LIMITS);
  const written = { now: 0, last: [] as string[] };
  for (let stream = 0; stream < STREAMS; stream += 1) {
    const response = Object.assign(new EventEmitter(), {
      writableLength: 0,
      write: (bytes: Buffer) => {
        written.now += 1;
        for (const begun = performance.now(); performance.now() - begun < WRITE_MS; );
        written.last[stream] = bytes.toString();
      },
      end: () => {},
    });
    const viewer: Viewer = {
      ...{ audience: 'everyone', owner: `account ${stream}`, session: `session ${stream}` },
      expiresAt: Number.POSITIVE_INFINITY,
      openSessionsOf: async (sessions) => new Set(sessions),
    };
    // What a stream uses of a response.
    streams.open(viewer, response as unknown as ServerResponse);
  }
  return {
    written,
    change: (revision: number) => {
      show(revision);
      announce();
    },
  };
}

test('live: while 5,000 streams are written to, other work has its turn, and most of the time (decision 047)', async () => {
  const { written, change } = openHall();
  written.now = 0;
  const begun = performance.now();
  change(1);
  let most = 0;
  for (let seen = 0; seen < STREAMS; ) {
    most = Math.max(most, written.now - seen);
    seen = written.now;
    // As a request that arrives in between is served.
    await nextRound();
  }
  expect(most).toBeLessThanOrEqual(Math.ceil(SLICE_MS / WRITE_MS));
  expect(written.now).toBe(STREAMS);
  expect(performance.now() - begun).toBeGreaterThan(0.9 * PAUSE_MS * ((STREAMS * WRITE_MS) / SLICE_MS));
});

test('live: what changes while streams are written to reaches all of them', async () => {
  const { written, change } = openHall();
  change(1);
  await nextRound();
  change(2);
  await expect.poll(() => written.last.every((text) => text.includes('"revision":2'))).toBe(true);
});
