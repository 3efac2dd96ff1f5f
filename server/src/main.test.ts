import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { apiClient } from '@companion/testkit/apiClient';
import { makeProcessTest, type ProcessTest } from '@companion/testkit/processTest';
import { untilReady } from '@companion/testkit/serverProcess';
import { sparePort } from '@companion/testkit/sparePort';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { writeTestPack } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let t: ProcessTest;
beforeAll(async () => {
  t = await makeProcessTest();
});
afterAll(() => t.place.remove());

let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
beforeEach(async () => {
  data = await makeMigratedPlace();
});
afterEach(async () => {
  await t.endAll();
  await data.remove();
});

/** The database of the engine that this run is for. */
const settings = () => ({
  DATA_DIR: data.where.folder,
  ...(data.where.url ? { DATABASE_URL: data.where.url, TOKEN_SECRET: 'a secret of these tests, long enough' } : {}),
});
const start = (env: Record<string, string> = settings()) => t.start(env);

const register = (url: string) => apiClient(url).ask('createAccount', { body: attendee() });
const statusWith = async (url: string, { access_token: token }: { access_token: string }) =>
  (await apiClient(url).send('getContent', { token })).status;

test('start: it prints the addresses of the app, its messages and its API (decision 033)', async () => {
  const server = await untilReady(await start());

  const port = new URL(server.url).port;
  const engine = data.where.url ? 'PostgreSQL' : `SQLite in ${data.where.folder}`;
  expect(server.output().trim().split('\n')).toEqual([
    `The companion is at http://localhost:${port}`,
    `Its messages (codes, links): http://localhost:${port}/outbox`,
    `Its console, for the organizer's staff: http://localhost:${port}/console`,
    `Its API: http://localhost:${port}/api/docs`,
    `Event: ${t.place.eventPack}`,
    `Data: ${engine}`,
  ]);
});

test('SIGTERM: requests in progress are answered, no new ones are accepted, and it exits with 0 (decision 033)', async () => {
  const server = await untilReady(await start());
  const requests = Array.from({ length: 30 }, () => register(server.url));
  await Promise.race(requests);

  server.kill('SIGTERM');
  const results = await Promise.allSettled(requests);
  expect(await server.exited).toBe(0);
  await expect(fetch(server.url)).rejects.toThrow();

  const again = await untilReady(await start());
  const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const session of acknowledged) expect(await statusWith(again.url, session)).toBe(200);
});

test('SIGINT: two at once, from the terminal and from npm, count as one', async () => {
  const server = await untilReady(await start({ ...settings(), DRAIN_SECONDS: String(Math.ceil(scaled(2))) }));

  server.kill('SIGINT');
  server.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(503);
  await register(server.url);

  expect(await server.exited).toBe(0);
});

test('SIGTERM: an idle connection does not delay it (decision 033)', async () => {
  const server = await untilReady(await start());
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  silent.on('error', () => {});

  const begin = Date.now();
  server.kill('SIGTERM');

  expect(await server.exited).toBe(0);
  expect(Date.now() - begin).toBeLessThan(8000);
  silent.destroy();
});

test('start: connections of a whole hall wait while the process is busy, and all are accepted (decision 024)', async () => {
  const server = await untilReady(await start());
  const allowed = await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '128');
  server.kill('SIGSTOP');

  const sockets = Array.from({ length: Math.min(1_500, Number(allowed)) }, () =>
    connect(Number(new URL(server.url).port), '127.0.0.1'),
  );
  try {
    // The system connects them: those beyond the backlog only when the process continues.
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  } finally {
    server.kill('SIGCONT');
    for (const socket of sockets) socket.destroy();
  }
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
});

test('start: a port in use is named', async () => {
  const port = await sparePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  try {
    expect(await t.refusedStart({ ...settings(), PORT: String(port) })).toMatch(
      new RegExp(`^PORT: 127\\.0\\.0\\.1:${port} is in use`),
    );
  } finally {
    holder.close();
  }
});

test('start: an invalid event pack is reported with its files and lines', async () => {
  const pack = await writeTestPack({
    'agenda.yaml': '- { id: opening, day: 9, start: 25, title: x }\n',
    'about.md': '\0',
  });
  try {
    const words = await t.refusedStart({ ...settings(), EVENT_PACK: pack });
    expect(words).toMatch(/agenda\.yaml:1 \(opening\): .*start/);
    expect(words).toMatch('about.md: is not UTF-8 text');
  } finally {
    await rm(pack, { recursive: true });
  }
  expect(await t.refusedStart({ ...settings(), EVENT_PACK: '/nowhere' })).toMatch('there is no such folder');
});
