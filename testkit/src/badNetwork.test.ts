import http from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BadNetwork, startBadNetwork } from './badNetwork.ts';
import { listenLocally } from './listenLocally.ts';
import type { NetworkFault } from './networkConditions.ts';
import { NetworkLink } from './networkLink.ts';

const BODY = JSON.stringify({ results: 'x'.repeat(40_000) });

/** The requests that reached the server. */
let served: string[] = [];
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    served.push(`${request.method} ${request.url}`);
    if (request.url === '/unchanged') response.writeHead(304).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(BODY);
  });
});
let target: string;
let network: BadNetwork;

beforeAll(async () => {
  target = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => {
  server.close().closeAllConnections();
});
beforeEach(async () => {
  served = [];
  network = await startBadNetwork(target);
});
afterEach(() => network.stop());

const read = async (path = '/', init: RequestInit = {}) => {
  const response = await fetch(`${network.url}${path}`, { redirect: 'manual', ...init });
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
};
const failureOf = (path?: string) =>
  read(path).then(
    () => 'none',
    (error: Error) => `${error.message}: ${Object(error.cause).code}`,
  );

test('bad network: passes requests and answers on unchanged while nothing is set', async () => {
  expect(await read('/a?b=c')).toMatchObject({ status: 200, text: BODY });
  expect(await read('/a', { method: 'POST', body: 'x'.repeat(100_000) })).toMatchObject({ status: 200, text: BODY });
  expect(served).toEqual(['GET /a?b=c', 'POST /a']);
  expect(network.requests).toEqual([
    { method: 'GET', path: '/a?b=c' },
    { method: 'POST', path: '/a' },
  ]);
});

test('bad network: "drop" resets the connection before the server gets the request', async () => {
  network.use({ faults: { drop: 1 } });
  expect(await failureOf()).toContain('ECONNRESET');
  expect(served).toEqual([]);
  expect(network.requests).toEqual([{ method: 'GET', path: '/', fault: 'drop' }]);
});

test('bad network: "loseAnswer" resets the connection after the server has answered', async () => {
  network.use({ faults: { loseAnswer: 1 } });
  expect(await failureOf()).toContain('ECONNRESET');
  expect(served).toEqual(['GET /']);
});

test('bad network: "cut" ends the connection in the middle of the answer', async () => {
  network.use({ faults: { cut: 1 } });
  expect((await fetch(`${network.url}/`)).status).toBe(200);
  expect(await failureOf()).toContain('terminated');
  expect(await failureOf('/unchanged')).not.toBe('none');
});

for (const [fault, count, part] of [
  ['stall', 0, 'none'],
  ['hang', 1, 'half'],
] as [NetworkFault, number, string][]) {
  test(`bad network: "${fault}" keeps the connection open, with ${part} of the answer`, async () => {
    network.use({ faults: { [fault]: 1 } });
    const leave = new AbortController();
    const answer = fetch(`${network.url}/`, { signal: leave.signal }).then((response) => response.text());
    const outcome = Promise.race([
      answer.then(
        () => 'answered',
        (error: Error) => error.name,
      ),
      // Everything that would happen has happened once later requests have been answered.
      (async () => {
        while (network.requests.length === 0 || served.length < count) await new Promise(setImmediate);
        network.use({});
        for (let later = 0; later < 3; later++) await read('/later');
        return 'pending';
      })(),
    ]);
    expect(await outcome).toBe('pending');
    expect(served.filter((request) => request === 'GET /')).toHaveLength(count);
    leave.abort();
    await expect(answer).rejects.toThrow('aborted');
  });
}

test('bad network: answers 503, the page of a captive portal, its redirect or nothing', async () => {
  for (const [fault, status, text] of [
    ['unavailable', 503, '503'],
    ['portal', 200, 'Accept the terms'],
    ['redirect', 302, 'Accept the terms'],
    ['empty', 200, ''],
  ] as const) {
    network.use({ faults: { [fault]: 1 } });
    const answer = await read('/', { method: 'POST', body: 'x'.repeat(100_000) });
    expect(answer.status, fault).toBe(status);
    expect(answer.text).toContain(text);
    if (fault === 'redirect') expect(new URL(answer.location ?? '').origin).not.toBe(network.url);
    if (fault === 'empty') expect(answer.text).toBe('');
  }
  expect(served).toEqual([]);
});

test('bad network: a switch of conditions takes effect on connections that are open', async () => {
  await read();
  network.use({ faults: { unavailable: 1 } });
  expect((await read()).status).toBe(503);
  network.use({});
  expect((await read()).status).toBe(200);
});

test('bad network: faults happen only to the chosen requests', async () => {
  network.use({ faults: { unavailable: 1 }, only: ({ method, path }) => method === 'GET' && path.startsWith('/api') });
  expect([(await read('/api/x')).status, (await read('/x')).status]).toEqual([503, 200]);
  expect((await read('/api/x', { method: 'POST' })).status).toBe(200);
});

test('bad network: with the same seed the same happens to the n-th request of a path, in any order of paths', async () => {
  const faultsOf = async (paths: string[], seed: number) => {
    const other = await startBadNetwork(target, seed);
    other.use({ faults: { unavailable: 0.3, empty: 0.3 } });
    for (const path of paths) await fetch(`${other.url}${path}`);
    await other.stop();
    return other.requests.map(({ path, fault }) => `${path} ${fault}`).sort();
  };
  const paths = Array.from({ length: 30 }, (_, index) => `/${index % 3}`);
  const first = await faultsOf(paths, 1);
  expect(await faultsOf(paths.toReversed(), 1)).toEqual(first);
  expect(await faultsOf(paths, 2)).not.toEqual(first);
  for (const fault of ['unavailable', 'empty', 'undefined']) expect(first.join()).toContain(fault);
});

test('bad network: an answer arrives complete and in order at a low rate with latency and lost packets', async () => {
  network.use({ latencyMs: 5, bytesPerSecond: 200_000, packetLoss: 0.1 });
  const start = performance.now();
  expect((await read()).text).toBe(BODY);
  expect(performance.now() - start).toBeGreaterThan((BODY.length / 200_000) * 1000);
});

test('link: latency, rate and retransmissions add up to the time of arrival', () => {
  const draws = [0.5, 0.05, 0.05, 0.5];
  const link = new NetworkLink('down', () => draws.shift() ?? 1);
  link.conditions = { latencyMs: 100, bytesPerSecond: 14_600, packetLoss: 0.1 };
  // A packet takes 100 ms to leave and 100 ms to arrive. The second is lost twice, for 400 ms each.
  const times = (bytes: number, now: number) => link.send(Buffer.alloc(bytes), now).map(({ at }) => at);
  expect(times(2920, 1000)).toEqual([1200, 2100]);
  // The link is busy until 1200.
  expect(times(1460, 1150)).toEqual([1400]);
  link.conditions = {};
  expect(times(1460, 5000)).toEqual([5000]);
});

test('bad network: "disconnect" resets open connections, and the next request gets a new one', async () => {
  network.use({ faults: { stall: 1 } });
  const stalled = failureOf();
  while (network.requests.length === 0) await new Promise(setImmediate);
  network.use({});
  network.disconnect();
  expect(await stalled).toContain('ECONNRESET');
  expect((await read()).status).toBe(200);
});
