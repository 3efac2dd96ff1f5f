import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { replyOf } from '@companion/testkit/apiClient';
import { scaled } from '@companion/testkit/timeScale';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overload } from './overload.ts';
import { answerErrors } from './sendFailures.ts';
import { TRAFFIC_LIMITS, Traffic } from './traffic.ts';

const LIMITS = {
  maxUnderWay: 3,
  maxUnfinished: 2,
  maxPipelined: 6,
  maxUnread: 8,
  maxUnreadBytes: 70_000_000,
  maxConnections: 12,
};
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const HEADERS_ONLY = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n';

let app: ReturnType<typeof Fastify>;
let url: string;
let underWay: () => number;
/** Releases `/held` and `/checked`. */
let release: () => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  app = Fastify({ genReqId: () => crypto.randomUUID() });
  answerErrors(app);
  ({ underWay } = overload(app, LIMITS));
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  app.get('/fast', async () => ({ done: true }));
  app.get('/health/ready', async () => ({ done: true }));
  app.get('/long', async () => 'x'.repeat(20_000_000));
  app.get('/streamed', async () => Readable.from(Array(20).fill(Buffer.alloc(1_000_000))));
  app.get('/held', async () => {
    await held.promise;
    return { done: true };
  });
  const echo = async ({ body }: FastifyRequest) => body;
  app.post('/echo', echo);
  app.post('/upload', { bodyLimit: 4_000_000 }, echo);
  app.post('/checked', { onRequest: () => held.promise }, echo);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Resolves once the server has the connection, so that connections are in the order of the calls. */
async function open(start: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const accepted = new Promise((resolve) => app.server.once('connection', resolve));
  const socket = connect(Number(port), hostname).resume();
  // The server may close it.
  socket.on('error', () => {});
  sockets.push(socket);
  await accepted;
  socket.write(start);
  return socket;
}

async function openMany(count: number, start: string): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let number = 0; number < count; number++) opened.push(await open(start));
  return opened;
}

const cut = (all: Socket[]) => all.map(({ closed }) => closed);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: scaled(20_000), interval: 10 });
const post = (path: string, body: unknown) =>
  fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

test('traffic: requests without their body do not count as load: the oldest are closed, complete ones are answered', async () => {
  const flood = await openMany(10, HEADERS_ONLY);

  await eventually(() => expect(cut(flood).filter(Boolean)).toHaveLength(10 - LIMITS.maxUnfinished));
  expect(cut(flood)).toEqual(flood.map((_, number) => number < 10 - LIMITS.maxUnfinished));
  expect(underWay()).toBe(0);
  for (const path of ['/health/ready', '/fast']) expect((await fetch(url + path)).status).toBe(200);
  expect(await replyOf(await post('/echo', { said: 'hello' }))).toEqual({ status: 200, body: { said: 'hello' } });
});

test('traffic: a large body that arrives is not closed in favour of newer ones', async () => {
  const upload = await open(HEADERS_ONLY.replace('/echo', '/upload').replace('90', '7'));
  const flood = await openMany(10, HEADERS_ONLY);
  await eventually(() => expect(cut(flood).filter(Boolean)).toHaveLength(10 - LIMITS.maxUnfinished));

  const answer = new Promise<Buffer>((resolve) => upload.once('data', resolve));
  upload.write('{"a":1}');
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200 OK/);
});

test('traffic: a request whose body has arrived is never closed while its session is looked up', async () => {
  const whole = `${HEADERS_ONLY.replace('/echo', '/checked').replace('90', '2')}{}`;
  const asked = await openMany(LIMITS.maxUnfinished + 1, whole);
  // The oldest turns out to be complete, and counts.
  await eventually(() => expect(underWay()).toBe(1));
  const flood = await openMany(2, HEADERS_ONLY);
  await eventually(() => expect(underWay()).toBe(3));

  expect(cut([...asked, ...flood]).some(Boolean)).toBe(false);
  const answers = asked.map((socket) => new Promise<Buffer>((resolve) => socket.once('data', resolve)));
  release();
  for (const answer of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK/);
});

test('traffic: unread answers do not count as load, and a connection that pipelines too many requests is closed', async () => {
  // The other answers wait for the first.
  const patient = await open(GET('/held') + GET('/fast').repeat(2));
  await eventually(() => expect(underWay()).toBe(1));
  const greedy = await open(GET('/held').repeat(LIMITS.maxPipelined + 1));

  await eventually(() => expect(greedy.closed).toBe(true));
  expect(patient.closed).toBe(false);
  expect(underWay()).toBe(1);
  expect((await fetch(`${url}/fast`)).status).toBe(200);
});

test('traffic: of too many unread answers the connection with the oldest is closed', async () => {
  const asks = GET('/held') + GET('/fast').repeat(LIMITS.maxPipelined - 1);
  const oldest = await open(asks);
  await eventually(() => expect(underWay()).toBe(1));
  const newer = await open(asks);

  await eventually(() => expect(oldest.closed).toBe(true));
  expect(newer.closed).toBe(false);
  expect((await fetch(`${url}/fast`)).status).toBe(200);
});

test('traffic: an answer that is made as it is read is not cut by others, however many or long they are', async () => {
  const reader = await open('');
  reader.pause().write(GET('/streamed'));
  await new Promise((resolve) => reader.once('readable', resolve));
  const asks = GET('/held') + GET('/fast').repeat(LIMITS.maxPipelined - 1);
  const oldest = await open(asks);
  await eventually(() => expect(underWay()).toBe(1));
  const newer = await open(asks);
  await eventually(() => expect(oldest.closed).toBe(true));
  // Nor where new connections need a place.
  const others = await openMany(LIMITS.maxConnections, '');
  await eventually(() => expect(cut(others).filter(Boolean)).toHaveLength(2));

  let read = 0;
  reader.on('data', ({ length }) => {
    read += length;
  });
  await eventually(() => expect(read).toBeGreaterThan(20_000_000));
  expect(newer.closed).toBe(false);
});

test('traffic: the requests of a closed connection no longer count', async () => {
  const leaving = await open(GET('/held').repeat(LIMITS.maxPipelined));
  await eventually(() => expect(underWay()).toBe(LIMITS.maxUnderWay));
  leaving.destroy();

  await eventually(() => expect(underWay()).toBe(0));
  expect((await fetch(`${url}/fast`)).status).toBe(200);
});

test('traffic: at the maximum of connections a new one is served, and the one waiting longest is closed', async () => {
  const working = await open(GET('/held'));
  await eventually(() => expect(underWay()).toBe(1));
  const silent = await open('');
  const partial = await open('GET /fast HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const others = await openMany(LIMITS.maxConnections - 3, GET('/fast'));

  const next = await openMany(2, GET('/held'));

  await eventually(() => expect(cut([silent, partial])).toEqual([true, true]));
  await eventually(() => expect(underWay()).toBe(3));
  expect(cut([working, ...others, ...next]).some(Boolean)).toBe(false);
});

test('traffic: answers that are not read are bounded by the bytes in memory: the oldest connections are closed', async () => {
  const served: Socket[] = [];
  app.server.on('connection', (socket: Socket) => served.push(socket));
  for (const path of [...Array(3).fill('/streamed'), ...Array(5).fill('/long')]) {
    const socket = await open('');
    socket.pause().write(GET(path));
    await new Promise((resolve) => socket.once('readable', resolve));
  }

  const isCut = [...Array(3).fill(false), true, true, false, false, false];
  await eventually(() => expect(served.map(({ destroyed }) => destroyed)).toEqual(isCut));
});

test('traffic: a client that reads a few bytes now and then is cut, and one that reads in time gets the whole answer', async () => {
  const hasty = Fastify();
  overload(hasty, { readTime: scaled(300), slowestRead: (20_000_000 / scaled(500)) * 1000, checkInterval: 20 });
  hasty.get('/long', async () => 'x'.repeat(20_000_000));
  const address = new URL(await hasty.listen({ host: '127.0.0.1', port: 0 }));
  const [trickle, reader] = [0, 1].map(() => connect(Number(address.port), address.hostname));
  let received = 0;
  reader?.on('data', ({ length }) => {
    received += length;
  });
  reader?.write(GET('/long'));
  trickle?.on('error', () => {}).on('readable', () => {});
  trickle?.write(GET('/long'));
  const timer = setInterval(() => trickle?.read(1_000), 50);
  try {
    await eventually(() => expect(received).toBeGreaterThan(20_000_000));
    const open = () => new Promise((resolve) => hasty.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open, { interval: 20 }).toBe(1);
  } finally {
    clearInterval(timer);
    for (const socket of [trickle, reader]) socket?.destroy();
    await hasty.close();
  }
});

test('traffic: the time to read an answer grows with its length, and begins once the answers before it are read', () => {
  vi.useFakeTimers();
  try {
    const server = new EventEmitter();
    // Traffic only listens to the server's events.
    const traffic = new Traffic(server as Server, { ...TRAFFIC_LIMITS, readTime: 30_000, slowestRead: 4_000 });
    const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: vi.fn() });
    const ask = () => {
      // Traffic reads no more of a request than this.
      const [request, response] = [{ socket, headers: {} } as unknown as IncomingMessage, new EventEmitter()];
      server.emit('request', request, response);
      return { request, response };
    };
    server.emit('connection', socket);
    const [first, second] = [ask(), ask()];
    traffic.answered(second.request, { held: 0, length: 4_000 });
    vi.advanceTimersByTime(600_000);
    traffic.answered(first.request, { held: 0, length: 400_000 });

    vi.advanceTimersByTime(125_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    first.response.emit('close');
    vi.advanceTimersByTime(30_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(socket.destroy).toHaveBeenCalled();
    server.emit('close');
  } finally {
    vi.useRealTimers();
  }
});

test('traffic: an answer that is made as it is read is cut once its client reads too slowly', () => {
  vi.useFakeTimers();
  try {
    const server = new EventEmitter();
    // Traffic only listens to the server's events.
    const traffic = new Traffic(server as Server, { ...TRAFFIC_LIMITS, readTime: 30_000, slowestRead: 4_000 });
    const sizes = { bytesWritten: 70_000, writableLength: 20_000 };
    const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: vi.fn(), ...sizes });
    server.emit('connection', socket);
    const request = { socket, headers: {} } as unknown as IncomingMessage;
    server.emit('request', request, new EventEmitter());
    traffic.answered(request, { held: 0, length: undefined });
    vi.advanceTimersByTime(20_000);

    // It has read 400 kB, and as much waits for it.
    Object.assign(socket, { bytesWritten: 850_000, writableLength: 400_000 });
    vi.advanceTimersByTime(105_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(15_000);
    expect(socket.destroy).toHaveBeenCalled();
    server.emit('close');
  } finally {
    vi.useRealTimers();
  }
});
