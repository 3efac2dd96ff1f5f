import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { followLive, followStream, type LiveFollower } from '@companion/testkit/followLive';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember, stageScreen } from '@companion/testkit/staffBrowser';
import { showOnStage } from '@companion/testkit/testStage';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveSource } from './startLive.ts';

/** A busy machine registers an account in this time. */
const IDLE_MS = scaled(600);
/** More than the system keeps for a reader that does not read. */
const LONG_FRAME = 6 * 1024 * 1024;

let isLong = false;
let t: ServerTest;
let people: Credentials[];
const sockets: Socket[] = [];
beforeAll(async () => {
  t = await startServerTest(
    { LOG_LEVEL: 'silent' },
    {
      liveSource: {
        ...liveSource,
        stageState: async (db, now) => {
          const staged = await liveSource.stageState(db, now);
          return staged && isLong ? { ...staged, poll: { ...staged.poll, closesAt: 'x'.repeat(LONG_FRAME) } } : staged;
        },
      },
      timeouts: { idle: IDLE_MS, headers: IDLE_MS, request: IDLE_MS, checkInterval: 100 },
      streamLimits: { maxStreams: 6, longestBehind: 3 * IDLE_MS, heartbeat: 2 * IDLE_MS, interval: 50 },
    },
  );
  people = [];
  while (people.length < 8) people.push(await t.register());
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await t.stop();
});

const follow = (index: number): Promise<LiveFollower> => followLive(t.url, people[index]?.access_token ?? '');
const eventually = (read: () => unknown) => expect.poll(read, { timeout: scaled(10_000) });

async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${t.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

/** Opens a stream and reads nothing of it. */
function neverRead(index: number): void {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /api/public/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${people[index]?.access_token}\r\n\r\n`,
  );
}

test('live: a stream is no request under way, is not measured as one, and is cut neither for idling nor for its age (decision 047)', async () => {
  const streams = await Promise.all([follow(0), follow(1)]);
  await delay(3 * IDLE_MS);

  expect(streams.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect(await metric('live_streams{audience="everyone"}')).toBe(2);
  expect(await metric('http_requests_under_way')).toBe(1);
  for (const { leave, ended } of streams) {
    leave();
    await ended;
  }
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(0);
  expect(await metric('live_streams_ended_total{why="left"}')).toBe(2);
  const text = await (await fetch(`${t.url}/metrics`)).text();
  expect(text).not.toMatch(/^http_requests?_\w+\{call="\/api\/public\/live"/m);
});

test('live: heartbeats are sent while nothing changes', async () => {
  const stream = await follow(0);
  await eventually(() => stream.text.match(/^:$/gm)?.length).toBeGreaterThan(1);
  stream.leave();
});

test('live: on a full node the newest stream of an account that may be invented makes room for others, and for no other such account (decision 047)', async () => {
  const { profile } = people[7] ?? (await t.register());
  const { db } = t.services;
  await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', '=', profile.id).execute();
  const proved = await t.registerProved();
  const invented: LiveFollower[] = [];
  for (const index of [0, 1, 2, 3, 4, 5]) invented.push(await follow(index));
  expect(await metric('live_streams_maybe_invented')).toBe(6);

  expect((await follow(6)).response.status).toBe(503);
  const others = [await followLive(t.url, proved.access_token), await follow(7)];

  expect(others.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  await eventually(() => invented.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, false, false]);
  expect(await metric('live_streams{audience="everyone"}')).toBe(6);
  expect(await metric('live_streams_maybe_invented')).toBe(4);
  expect(await metric('live_streams_ended_total{why="made_room"}')).toBe(2);
  for (const stream of [...invented, ...others]) stream.leave();
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(0);
  await db.updateTable('accounts').set({ source: 'registration' }).where('id', '=', profile.id).execute();
});

test('live: a node that is full of proved accounts refuses them, too, and ends none (decision 047)', async () => {
  const proved = await Promise.all(Array.from({ length: 7 }, () => t.registerProved()));
  const streams = await Promise.all(proved.slice(0, 6).map(({ access_token }) => followLive(t.url, access_token)));

  expect((await followLive(t.url, proved[6]?.access_token ?? '')).response.status).toBe(503);

  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
  for (const stream of streams) stream.leave();
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(0);
});

test('live: a full node refuses further streams with 503 and Retry-After, and ends none (decision 047)', async () => {
  const streams = await Promise.all([0, 1, 2, 3, 4, 5].map(follow));

  const { response } = await follow(6);

  expect(response.headers.get('retry-after')).toBe('30');
  expect(await replyOf(response)).toEqual(refusal(503, 'Too many people follow the event here right now.'));
  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);
  expect(await metric('live_streams_refused_total{why="node"}')).toBe(3);
  for (const stream of streams) stream.leave();
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(0);
});

test('live: a node that is full of phones still admits stage screens and the staff (decision 047)', async () => {
  const { member, browser } = await signedInMember(t, 'host');
  const screen = await stageScreen(t, member.id);
  const phones = await Promise.all([0, 1, 2, 3, 4, 5].map(follow));

  const others = await Promise.all(
    [browser, screen].map(({ cookies }) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      return followStream(`${t.url}/api${STAFF_LIVE_PATH}`, { cookie });
    }),
  );

  expect(others.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect((await follow(6)).response.status).toBe(503);
  for (const stream of [...phones, ...others]) stream.leave();
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(0);
});

test('live: readers that do not read are cut, and delay no one; one that reads gets every state (decision 047)', async () => {
  const reader = await follow(0);
  for (const index of [1, 2, 3]) neverRead(index);
  await eventually(() => metric('live_streams{audience="everyone"}')).toBe(4);

  isLong = true;
  await showOnStage(t.services, 'none');
  await eventually(() => reader.state.stage?.closesAt?.length).toBe(LONG_FRAME);
  isLong = false;
  await showOnStage(t.services, 'none');
  await eventually(() => reader.state.stage?.closesAt).toBeNull();

  // The client does not notice: it does not read.
  await eventually(() => metric('live_streams_ended_total{why="behind"}')).toBe(3);
  expect(reader.isOpen).toBe(true);
  reader.leave();
});

test('live: a server that stops ends its streams over the time of its drain, in order, and admits no more (decision 047)', async () => {
  const server = await startServerTest({ DRAIN_SECONDS: '3' });
  const attendees = await Promise.all(Array.from({ length: 20 }, () => server.register()));
  const tokens = attendees.map(({ access_token }) => access_token);
  const streams = await Promise.all(tokens.map((token) => followLive(server.url, token)));
  const open = () => streams.filter(({ isOpen }) => isOpen).length;

  const stopped = server.stop();
  await eventually(open).toBeLessThan(20);
  const { response } = await followLive(server.url, tokens[0] ?? '');
  expect(await replyOf(response)).toEqual(refusal(503, 'The server is about to stop.'));
  await stopped;

  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(20).fill(true));
});
