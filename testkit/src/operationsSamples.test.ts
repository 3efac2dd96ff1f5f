import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { BODY_LIMIT } from '@companion/contract/constants';
import { LIVE_FRAMES } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import { openDatabaseForCommand } from '@companion/server/platform/openDatabase';
import { recordChange } from '@companion/server/platform/recordChange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from './apiClient.ts';
import { findOperationsTool } from './ensureOperationsTools.ts';
import { followLive } from './followLive.ts';
import { listenLocally } from './listenLocally.ts';
import { operationsSample } from './operationsSample.ts';
import { runCommand } from './runCommand.ts';
import { makeProcessPlace, type ProcessPlace, type ServerProcess, spawnServer, untilReady } from './serverProcess.ts';
import { type RunningProxy, type StartProxy, startCaddy, startNginx } from './startProxy.ts';
import { countReplies, type LoadReply, steadyLoad } from './steadyLoad.ts';
import { makePlace } from './testDatabase.ts';
import { attendee } from './testServer.ts';

/* Runs the samples of docs/operations.md unchanged, except for names, addresses, ports and paths. */

/** As in the document. */
const DRAIN_SECONDS = '5';

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makePlace>>;
beforeAll(async () => {
  [place, data] = [await makeProcessPlace(), await makePlace()];
});
afterAll(async () => {
  await place.remove();
  await data.remove();
});

function startNode(): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: data.where.url ?? '',
    TOKEN_SECRET: 'a secret of this test, long enough',
    DATA_DIR: data.where.folder,
    APP_URL: 'https://localhost',
    TRUST_PROXY: 'true',
    SIGN_INS_PER_ADDRESS: '999999',
    REFRESHES_PER_ADDRESS: '3',
    DRAIN_SECONDS,
  };
  return spawnServer(place, env).then(untilReady);
}

const hostOf = ({ url }: ServerProcess) => new URL(url).host;

describe.each<{ name: string; startProxy: StartProxy }>([
  { name: 'nginx', startProxy: startNginx },
  { name: 'Caddy', startProxy: startCaddy },
])('two nodes behind $name', ({ startProxy }) => {
  let nodes: [ServerProcess, ServerProcess];
  let proxy: RunningProxy;
  beforeAll(async () => {
    nodes = await Promise.all([startNode(), startNode()]);
    proxy = await startProxy([hostOf(nodes[0]), hostOf(nodes[1])]);
    tls.setDefaultCACertificates([proxy.authority]);
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(tls.getCACertificates('bundled'));
    await proxy?.stop();
    for (const node of nodes ?? []) node.kill('SIGKILL');
    await Promise.all((nodes ?? []).map(({ exited }) => exited));
  });

  test('pages and the API are available over TLS and HTTP/2, metrics are not, and http redirects to https', async () => {
    const page = await fetch(`${proxy.url}/login`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Test page');
    expect(page.headers.get('strict-transport-security')).toContain('max-age');
    expect((await apiClient(proxy.url).ask('createAccount', { body: attendee() })).access_token).toBeTruthy();
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);

    const plain = await fetch(`${proxy.plainUrl}/login`, { redirect: 'manual' });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost(?::\d+)?\/login$/);
    expect(await protocolOf(proxy)).toBe('h2');
  });

  test('the server compresses and limits bodies, not the proxy', async () => {
    const headers = { 'accept-encoding': 'br' };
    const document = await fetch(`${proxy.url}/api/openapi.json`, { headers });
    expect(document.headers.get('content-encoding')).toBe('br');
    // An answer with credentials must not be compressed (docs/decisions/012).
    const account = await apiClient(proxy.url).request('createAccount', { body: attendee(), headers });
    expect([account.status, account.headers.get('content-encoding')]).toEqual([201, null]);
    const gzip = { 'accept-encoding': 'gzip' };
    const zipped = await apiClient(proxy.url).request('createAccount', { body: attendee(), headers: gzip });
    expect([zipped.status, zipped.headers.get('content-encoding')]).toEqual([201, null]);

    const body = { ...attendee(), lastName: 'x'.repeat(BODY_LIMIT) };
    const refused = await apiClient(proxy.url).send('createAccount', { body });
    expect(refused).toMatchObject({ status: 413, body: { traceId: expect.any(String) } });
  });

  test('pictures and imports of the staff reach the server', async () => {
    const path = '/api/staff/programme/pictures';
    // The proxy lets it pass, and the server refuses it as of another origin.
    expect(await statusOf(proxy, { method: 'POST', path }, 'x'.repeat(7_000_000))).toBe(403);
  });

  test("limits use the client's real address, not the one that it claims", async () => {
    const from = (localAddress: string, claimed?: string) => statusOfRefresh(proxy, localAddress, claimed);
    await expect.poll(() => from('127.0.0.2')).toBe(429);

    expect(await from('127.0.0.3')).toBe(401);
    expect(await from('127.0.0.2', '127.0.0.9')).toBe(429);
  });

  test('requests that the server rejects do not take the nodes from other clients', async () => {
    const json = { 'content-type': 'application/json' };
    const long = 'x'.repeat(7000);
    const preflight = { origin: 'https://localhost', 'access-control-request-method': 'POST' };
    const rejected: Array<() => Promise<number>> = [
      () => statusOf(proxy, { method: 'POST', headers: json }, 'x'.repeat(70_000)),
      () => statusOf(proxy, { method: 'PURGEX', headers: json }, 'x'.repeat(60_000)),
      () => statusOf(proxy, { method: 'POST', headers: { a: long, b: long, c: long } }, 'x'.repeat(60_000)),
      () => statusOf(proxy, { method: 'OPTIONS', headers: { ...preflight, 'access-control-request-headers': long } }),
    ];
    const honest: number[] = [];
    for (let round = 0; round < 10; round++) {
      await Promise.allSettled(rejected.flatMap((send) => [send(), send(), send(), send()]));
      honest.push((await fetch(`${proxy.url}/event/event.json`)).status);
    }
    expect(honest).toEqual(honest.map(() => 200));
  });

  test('a streamed answer arrives part by part', async () => {
    const { promise: firstArrived, resolve: onFirst } = Promise.withResolvers<void>();
    const upstream = createServer(async (incoming, answer) => {
      if (incoming.url !== '/stream') return answer.end('ok');
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).write('data: 1\n\n');
      await firstArrived;
      answer.end('data: 2\n\n');
    });
    const address = `127.0.0.1:${await listenLocally(upstream)}`;
    const streaming = await startProxy([address, address]);
    // One at a time: nginx's two certificates have one name, so either could be taken for the other.
    tls.setDefaultCACertificates([streaming.authority]);

    const parts: string[] = [];
    const { body } = await fetch(`${streaming.url}/stream`);
    for await (const part of body ?? []) {
      parts.push(Buffer.from(part).toString());
      onFirst();
    }
    tls.setDefaultCACertificates([proxy.authority]);
    await streaming.stop();
    upstream.close();
    expect(parts).toEqual(['data: 1\n\n', 'data: 2\n\n']);
  });

  test('a stream passes on its frames at once', async () => {
    const me = await apiClient(proxy.url).ask('createAccount', { body: attendee() });
    const stream = await followLive(proxy.url, me.access_token);
    await expect.poll(() => Object.keys(stream.state).sort()).toEqual([...LIVE_FRAMES].sort());

    const { db, close } = await openDatabaseForCommand(data.where);
    await db.transaction().execute((trx) => recordChange({ db: trx, now: Date.now }, 'questions', 'a question'));
    await close();

    // A proxy that collects an answer would pass on nothing before its end.
    await expect.poll(() => stream.state.questions?.revision).toBeGreaterThan(0);
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    expect(stream.isOpen).toBe(true);
    stream.leave();
  });

  test('a node drains under load without a failed request, and ends its streams in order', async () => {
    let stopped = false;
    const { ask } = apiClient(proxy.url);
    const people = await Promise.all(Array.from({ length: 8 }, () => ask('createAccount', { body: attendee() })));
    const load = steadyLoad(people, () => proxy.url);
    const voting = voteUntil(() => stopped, proxy.url, people);
    const streams = await Promise.all(people.map(({ access_token }) => followLive(proxy.url, access_token)));
    await expect.poll(() => load.replies.length).toBeGreaterThan(200);

    nodes[0].kill('SIGTERM');
    expect(await nodes[0].exited).toBe(0);
    const ended = streams.filter(({ isOpen }) => !isOpen);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length).toBeLessThan(streams.length);
    expect(await Promise.all(ended.map((stream) => stream.ended))).toEqual(ended.map(() => true));
    for (const stream of streams) stream.leave();
    const answered = load.replies.length;
    await expect.poll(() => load.replies.length).toBeGreaterThan(answered + 200);
    await load.stop();
    stopped = true;

    expect(Object.keys(countReplies(await voting))).toEqual(['201']);
    expect(Object.keys(countReplies(load.replies))).toEqual(['200']);
    expect(await load.lost(proxy.url)).toEqual([]);
  });
});

/** Sends POST requests, which a proxy must not repeat. */
async function voteUntil(isStopped: () => boolean, url: string, people: Credentials[]): Promise<LoadReply[]> {
  const replies: LoadReply[] = [];
  const work = people.map(async ({ access_token: token }) => {
    while (!isStopped()) {
      const given = { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } };
      const sent = apiClient(url).send('createVote', given);
      replies.push({ call: 'createVote', reply: await sent.catch((error: Error) => error) });
    }
  });
  await Promise.all(work);
  return replies;
}

function protocolOf({ url }: RunningProxy): Promise<string | false | null> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = tls.connect({ host: hostname, port: Number(port), servername: hostname, ALPNProtocols: ['h2'] });
    socket.once('error', reject).once('secureConnect', () => {
      resolve(socket.alpnProtocol);
      socket.destroy();
    });
  });
}

/** Returns the status of a sign-in that is sent like this, on a connection of its own. */
function statusOf({ url, authority }: RunningProxy, options: RequestOptions, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = { family: 4, ca: authority, agent: false };
    request(`${url}/api/public/login`, { ...own, ...options }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end(body);
  });
}

/** Returns the status of a refresh with an invalid token. Each counts against the client's address. */
function statusOfRefresh({ url, authority }: RunningProxy, localAddress: string, claimed?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(claimed ? { 'x-forwarded-for': claimed } : {}) };
    const options = { method: 'POST', family: 4, localAddress, ca: authority, agent: false, headers };
    request(`${url}/api/public/refresh`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end(JSON.stringify({ refresh_token: 'made up' }));
  });
}

test('operations: the crontab deletes backups and their parts after a week, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'companion-backups-'));
  const days = { 'old.gz': 9, 'old.gz.0a1b2c3d.part': 9, 'new.gz': 6, 'new.gz.0a1b2c3d.part': 6, 'list.txt': 9 };
  for (const [name, age] of Object.entries(days)) {
    const changed = new Date(Date.now() - age * 86_400_000);
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), changed, changed);
  }
  const crontab = operationsSample(/the second line does:$/, { '/var/backups/companion': folder });
  const [, command = ''] = /^30 4 \* \* \* (find .*)$/m.exec(crontab) ?? [];
  const { ok } = await runCommand('sh', ['-c', command]);
  const left = await readdir(folder);
  await rm(folder, { recursive: true });

  expect([ok, left.sort()]).toEqual([true, ['list.txt', 'new.gz', 'new.gz.0a1b2c3d.part']]);
});

test('operations: the systemd unit passes systemd-analyze verify', async () => {
  const program = findOperationsTool('systemd-analyze');
  if (!program) throw new Error('systemd-analyze is not installed: install the package systemd.');
  const folder = await mkdtemp(path.join(tmpdir(), 'companion-unit-'));
  const unit = operationsSample(/companion\.service`:$/, { '/usr/bin/node': process.execPath });
  await writeFile(path.join(folder, 'companion.service'), unit);
  const { ok, output } = await runCommand(program, ['verify', path.join(folder, 'companion.service')]);
  await rm(folder, { recursive: true });

  // For an unknown setting it prints a warning only.
  expect({ ok, output }).toEqual({ ok: true, output: '' });
});
