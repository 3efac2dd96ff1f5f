import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '@companion/contract/session';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { ensurePostgres } from '@companion/testkit/ensurePostgres';
import { followLive } from '@companion/testkit/followLive';
import { type PostgresServer, startPostgres } from '@companion/testkit/postgresServer';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { countReplies, steadyLoad } from '@companion/testkit/steadyLoad';
import { STAGE_POLL, showOnStage } from '@companion/testkit/testStage';
import { scaled } from '@companion/testkit/timeScale';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveSource } from '../http/startLive.ts';
import { LiveHub } from '../live/liveHub.ts';

const NOT_NOW = refusal(503, 'We cannot answer right now. Please try again in a moment.');
const PEOPLE = 20;

let postgres: PostgresServer;
let t: ServerTest;
let people: Credentials[];
beforeAll(async () => {
  const binaries = await ensurePostgres(() => {});
  if (!binaries) throw new Error('There are no PostgreSQL programs.');
  postgres = await startPostgres(binaries);
  t = await startServerTest({ DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
  people = await Promise.all(Array.from({ length: PEOPLE }, () => t.register()));
});
afterAll(async () => {
  await t.stop();
  await postgres.stop();
});

const health = async (what: string) => replyOf(await fetch(`${t.url}/health/${what}`));
const worksFor = async ({ access_token: token }: Credentials) => (await t.send('getContent', { token })).status === 200;

/** Waits until all requests succeed again. */
const servedAgain = () => expect.poll(async () => (await Promise.all(people.map(worksFor))).every(Boolean)).toBe(true);

test('faults: PostgreSQL stopped for 10 s under load: 503 during that time, still alive, then no data lost and no one signed out (decision 015)', async () => {
  const load = steadyLoad(people, () => t.url);
  await expect.poll(() => load.replies.length).toBeGreaterThan(PEOPLE * 10);
  await postgres.pause();
  await delay(scaled(500));

  // Requests sent while the database was down. Reads may be answered from caches.
  const before = load.replies.length;
  const lives: number[] = [];
  for (let i = 0; i < 19; i++) {
    lives.push((await health('live')).status);
    await delay(500);
  }
  const duringOutage = load.replies.slice(before).filter(({ call }) => call === 'updateComment');
  expect(new Set(lives)).toEqual(new Set([200]));
  expect(await health('ready')).toEqual(refusal(503, 'The database does not answer.'));
  expect(Object.keys(countReplies(duringOutage))).toEqual(['503']);
  expect(duringOutage.at(-1)?.reply).toEqual(NOT_NOW);
  // If each request had to wait for a timeout, there would be only a few of them.
  expect(duringOutage.length).toBeGreaterThan(PEOPLE * 10);
  const [one] = people;
  const refused = await t.request('refresh', { body: { refresh_token: one?.refresh_token } });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await replyOf(refused)).toEqual(NOT_NOW);

  await postgres.resume();
  await servedAgain();
  expect(await health('ready')).toEqual({ status: 200, body: { status: 'ready' } });
  await load.stop();

  expect(Object.keys(countReplies(load.replies)).sort()).toEqual(['200', '503']);
  expect(await load.lost(t.url)).toEqual([]);
  for (const { refresh_token } of people) await t.ask('refresh', { body: { refresh_token } });
});

test('faults: every connection cut under load: a few 503, then normal service and no data lost (decision 015)', async () => {
  const load = steadyLoad(people, () => t.url);
  await expect.poll(() => load.replies.length).toBeGreaterThan(PEOPLE * 10);
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  for (let cut = 0; cut < 3; cut++) {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
    await delay(300);
  }
  await admin.end();

  await servedAgain();
  await load.stop();

  expect(Object.keys(countReplies(load.replies)).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  expect(await load.lost(t.url)).toEqual([]);
});

test('faults: streams stay open while PostgreSQL is away, and show what has changed once it is back (decision 047)', async () => {
  const { access_token } = await t.register();
  const stream = await followLive(t.url, access_token);
  await expect.poll(() => stream.state.stage).toBeNull();
  await postgres.pause();
  const changesAge = async () => {
    const metrics = await (await fetch(`${t.url}/metrics`)).text();
    return Number(/^live_changes_age_seconds (\S+)$/m.exec(metrics)?.[1]);
  };
  // Longer than the sessions of streams are trusted without a look-up.
  await expect.poll(changesAge).toBeGreaterThan(6);
  expect(stream.isOpen).toBe(true);

  await postgres.resume();
  await servedAgain();
  await showOnStage(t.services, 'none');

  await expect.poll(() => stream.state.stage).toMatchObject(STAGE_POLL);
  expect(await changesAge()).toBeLessThan(6);
  expect(stream.isOpen).toBe(true);
  stream.leave();
});

test('faults: within 2 s of the return of PostgreSQL every node shows what changes, each at a moment of its own (decision 047)', async () => {
  const log = { info: () => {}, warn: () => {} };
  const hubs = Array.from({ length: 8 }, () => new LiveHub(t.services, liveSource, log));
  for (const hub of hubs) {
    hub.watch('everyone');
    hub.start();
  }
  const oldest = () => Math.min(...hubs.map(({ readAt }) => readAt));
  await expect.poll(() => performance.now() - oldest()).toBeLessThan(500);
  await postgres.pause();
  // Until the pauses between two attempts no longer grow.
  await delay(9000);

  await postgres.resume();
  const returned = performance.now();
  const reads = await Promise.all(
    hubs.map(async (hub) => {
      await expect.poll(() => hub.readAt, { interval: 10 }).toBeGreaterThan(returned);
      return hub.readAt - returned;
    }),
  );
  await Promise.all(hubs.map((hub) => hub.stop()));

  expect(Math.max(...reads)).toBeLessThan(scaled(2000));
  expect(Math.max(...reads) - Math.min(...reads)).toBeGreaterThan(50);
});
