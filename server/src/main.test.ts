import { once } from 'node:events';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { apiClient } from '@companion/testkit/apiClient';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { sparePort } from '@companion/testkit/sparePort';
import { makePlace } from '@companion/testkit/testDatabase';
import { writeTestPack } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let place: ProcessPlace;
beforeAll(async () => {
  place = await makeProcessPlace();
});
afterAll(() => place.remove());

let data: Awaited<ReturnType<typeof makePlace>>;
const started: ServerProcess[] = [];
beforeEach(async () => {
  data = await makePlace();
});
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGKILL');
    await server.exited;
  }
  await data.remove();
});

const SECRET = 'a secret of these tests, long enough';
/** The database of the engine that this run is for. */
const settings = () => ({
  DATA_DIR: data.where.folder,
  ...(data.where.url ? { DATABASE_URL: data.where.url, TOKEN_SECRET: SECRET } : {}),
});
const start = async (env: Record<string, string> = settings()) => {
  const server = await spawnServer(place, env);
  started.push(server);
  return server;
};
/** Starts a server that must fail to start. @returns its output */
async function refusedStart(env: Record<string, string>): Promise<string> {
  const server = await start(env);
  expect(await server.exited).toBe(1);
  expect(server.output()).not.toMatch(/^\s+at |node:internal|Error:/m);
  return server.output().trim();
}

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
    `Event: ${place.eventPack}`,
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

test('start: a second process on the data folder fails, and the first one continues (decision 033)', async () => {
  const folder = join(data.where.folder, 'shared');
  const first = await untilReady(await start({ DATA_DIR: folder }));

  expect(await refusedStart({ DATA_DIR: folder })).toBe(
    `DATA_DIR: the folder ${folder} is in use by another server process. Stop that one, or give this one another DATA_DIR.`,
  );

  expect((await register(first.url)).profile.registrationComplete).toBe(true);
});

test('start: a killed process leaves no lock (decision 033)', async () => {
  const folder = join(data.where.folder, 'killed');
  const first = await untilReady(await start({ DATA_DIR: folder }));
  first.kill('SIGKILL');
  await first.exited;

  await untilReady(await start({ DATA_DIR: folder }));
});

test('start: TOKEN_SECRET is generated at the first start, readable by its owner only, and reused: sessions survive (decision 033)', async () => {
  const folder = join(data.where.folder, 'secret');
  const first = await untilReady(await start({ DATA_DIR: folder }));
  const session = await register(first.url);
  const file = join(folder, 'token-secret');
  const secret = await readFile(file, 'utf8');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  first.kill('SIGTERM');
  await first.exited;

  const second = await untilReady(await start({ DATA_DIR: folder }));
  expect(await readFile(file, 'utf8')).toBe(secret);
  expect(await statusWith(second.url, session)).toBe(200);
  const { refresh_token } = session;
  expect((await apiClient(second.url).send('refresh', { body: { refresh_token } })).status).toBe(200);
});

test('start: a damaged TOKEN_SECRET file is named', async () => {
  const folder = join(data.where.folder, 'damaged');
  await mkdir(folder);
  await writeFile(join(folder, 'token-secret'), 'short');

  expect(await refusedStart({ DATA_DIR: folder })).toMatch(
    `TOKEN_SECRET: the file ${join(folder, 'token-secret')} is damaged`,
  );
});

test('start: a port in use is named', async () => {
  const port = await sparePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  try {
    expect(await refusedStart({ ...settings(), PORT: String(port) })).toMatch(
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
    const words = await refusedStart({ ...settings(), EVENT_PACK: pack });
    expect(words).toMatch(/agenda\.yaml:1 \(opening\): .*start/);
    expect(words).toMatch('about.md: is not UTF-8 text');
  } finally {
    await rm(pack, { recursive: true });
  }
  expect(await refusedStart({ ...settings(), EVENT_PACK: '/nowhere' })).toMatch('there is no such folder');
});

test('start: a database that does not answer is named', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await sparePort()}/nothing`;

  const words = await refusedStart({ DATABASE_URL: url, TOKEN_SECRET: SECRET });

  expect(words).toMatch(/^DATABASE_URL: /);
  expect(words).not.toContain('secret');
});

test('start: all wrong settings are named at once (decision 033)', async () => {
  const words = await refusedStart({ DATA_DIR: data.where.folder, PORT: '0', APP_URL: 'summit', LOG_LEVEL: 'loud' });

  expect(words.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
    'Wrong settings',
    'PORT',
    'APP_URL',
    'LOG_LEVEL',
  ]);
});
