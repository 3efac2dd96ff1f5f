import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { apiClient } from '@companion/testkit/apiClient';
import { memoryFolder } from '@companion/testkit/memoryFolder';
import { makeProcessTest, type ProcessTest } from '@companion/testkit/processTest';
import { untilReady } from '@companion/testkit/serverProcess';
import { attendee } from '@companion/testkit/testServer';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let t: ProcessTest;
let parent: string;
beforeAll(async () => {
  t = await makeProcessTest();
  parent = await mkdtemp(join(memoryFolder(), 'companion-test-'));
});
afterEach(() => t.endAll());
afterAll(async () => {
  await t.place.remove();
  await rm(parent, { recursive: true });
});

const register = (url: string) => apiClient(url).ask('createAccount', { body: attendee() });
const statusWith = async (url: string, { access_token: token }: { access_token: string }) =>
  (await apiClient(url).send('getContent', { token })).status;

test('start: a second process on the data folder fails, and the first one continues (decision 033)', async () => {
  const folder = join(parent, 'shared');
  const first = await untilReady(await t.start({ DATA_DIR: folder }));

  expect(await t.refusedStart({ DATA_DIR: folder })).toBe(
    `DATA_DIR: the folder ${folder} is in use by another server process. Stop that one, or give this one another DATA_DIR.`,
  );

  expect((await register(first.url)).profile.registrationComplete).toBe(true);
});

test('start: while the disk of its log is full, it serves', async () => {
  const server = await untilReady(
    await t.start(
      { DATA_DIR: join(parent, 'full log'), LOG_LEVEL: 'info' },
      { through: ['sh', '-c', 'exec "$@" > /dev/full', 'sh'] },
    ),
  );

  for (let request = 0; request < 20; request++) await register(server.url);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

test('start: settings that cannot be read are named', async () => {
  const file = join(t.place.folder, '.env');
  await mkdir(file);
  try {
    expect(await t.refusedStart({ DATA_DIR: join(parent, 'unread') })).toMatch(
      /^\.env: the file cannot be read: EISDIR/,
    );
  } finally {
    await rm(file, { recursive: true });
  }
});

test('start: a killed process leaves no lock (decision 033)', async () => {
  const folder = join(parent, 'killed');
  const first = await untilReady(await t.start({ DATA_DIR: folder }));
  first.kill('SIGKILL');
  await first.exited;

  await untilReady(await t.start({ DATA_DIR: folder }));
});

test('start: TOKEN_SECRET is generated at the first start, readable by its owner only, and reused: sessions survive (decision 033)', async () => {
  const folder = join(parent, 'secret');
  const first = await untilReady(await t.start({ DATA_DIR: folder }));
  const session = await register(first.url);
  const file = join(folder, 'token-secret');
  const secret = await readFile(file, 'utf8');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  first.kill('SIGTERM');
  await first.exited;

  const second = await untilReady(await t.start({ DATA_DIR: folder }));
  expect(await readFile(file, 'utf8')).toBe(secret);
  expect(await statusWith(second.url, session)).toBe(200);
  const { refresh_token } = session;
  expect((await apiClient(second.url).send('refresh', { body: { refresh_token } })).status).toBe(200);
});

test('start: in a folder that others may read, only the user of the server can read its files, old ones too (decision 033)', async () => {
  const folder = join(parent, 'open');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const files = ['', '-shm', '-wal']
    .map((end) => `companion.sqlite${end}`)
    .concat('server.lock', 'server.lock-journal');
  const modes = async () => {
    const found = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isFile());
    const modeOf = async (file: string) => [file, (await stat(join(folder, file))).mode & 0o777] as const;
    return Object.fromEntries(await Promise.all(found.map(({ name }) => modeOf(name))));
  };
  const ofOwner = Object.fromEntries([...files, 'token-secret'].map((file) => [file, 0o600]));
  const first = await untilReady(await t.start({ DATA_DIR: folder }));
  const session = await register(first.url);
  expect(await modes()).toEqual(ofOwner);
  first.kill('SIGKILL');
  await first.exited;

  // As an earlier version left them.
  for (const file of files) await chmod(join(folder, file), 0o644);
  const second = await untilReady(await t.start({ DATA_DIR: folder }));
  expect(await statusWith(second.url, session)).toBe(200);
  expect(await modes()).toEqual(ofOwner);
});

test('start: all wrong settings are named at once (decision 033)', async () => {
  const words = await t.refusedStart({ DATA_DIR: parent, PORT: '0', APP_URL: 'summit', LOG_LEVEL: 'loud' });

  expect(words.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
    'Wrong settings',
    'PORT',
    'APP_URL',
    'LOG_LEVEL',
  ]);
});

test('SIGINT: two at once, from the terminal and from npm, count as one', async () => {
  const server = await untilReady(
    await t.start({ DATA_DIR: join(parent, 'interrupted'), DRAIN_SECONDS: String(Math.ceil(scaled(2))) }),
  );

  server.kill('SIGINT');
  server.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(503);
  await register(server.url);

  expect(await server.exited).toBe(0);
});

test('SIGTERM: an idle connection does not delay it (decision 033)', async () => {
  const server = await untilReady(await t.start({ DATA_DIR: join(parent, 'idle') }));
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
  const server = await untilReady(await t.start({ DATA_DIR: join(parent, 'hall') }));
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
