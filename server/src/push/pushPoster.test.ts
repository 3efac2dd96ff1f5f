import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { selfSignedCertificate } from '@companion/testkit/selfSignedCertificate';
import { upAndDown } from '@companion/testkit/upAndDown';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPushHosts } from '../platform/readPushHosts.ts';
import { DAY } from '../platform/time.ts';
import { PushPoster } from './pushPoster.ts';

const certificate = selfSignedCertificate();
const NOW = Date.parse('2031-06-10T12:00:00Z');
/** Of each request; the answer is written by the test. */
let answer: (response: ServerResponse) => void;
let asked = 0;
const server = createServer(certificate, (request, response) => {
  asked += 1;
  request.resume().on('end', () => answer(response));
});
let peer: Awaited<ReturnType<typeof upAndDown>>;
let poster: PushPoster;
beforeEach(async () => {
  asked = 0;
  peer = await upAndDown(server);
  poster = posterWithin(500);
});
afterEach(async () => {
  poster.close();
  await peer.stop();
});

const posterWithin = (timeoutMs: number) =>
  new PushPoster(readPushHosts(`127.0.0.1:${peer.port}`).hosts, { ca: certificate.cert, timeoutMs });

const post = (endpoint = `https://127.0.0.1:${peer.port}/push/one`) => {
  const body = Buffer.from('encrypted');
  return poster.post({ endpoint, body, authorization: 'vapid', ttl: 60, topic: 'one', urgency: 'high' }, NOW);
};

test('pushPoster: a host that the setting does not have is not contacted, also if its device was saved before', async () => {
  answer = (response) => response.writeHead(201).end();
  expect(await post(`https://127.0.0.1:${peer.port + 1}/push/one`)).toEqual({ is: 'gone' });
  expect(await post(`http://127.0.0.1:${peer.port}/push/one`)).toEqual({ is: 'gone' });
  expect(asked).toBe(0);
  expect(await post()).toEqual({ is: 'taken' });
});

test('pushPoster: Retry-After is read in seconds and as a date', async () => {
  const after = async (value: string) => {
    answer = (response) => response.writeHead(429, { 'retry-after': value }).end();
    return post();
  };
  expect(await after('30')).toEqual({ is: 'later', afterMs: 30_000 });
  expect(await after('Tue, 10 Jun 2031 12:01:00 GMT')).toEqual({ is: 'later', afterMs: 60_000 });
  expect(await after('soon')).toEqual({ is: 'later', afterMs: 0 });
  expect(await after('9'.repeat(400))).toEqual({ is: 'later', afterMs: DAY });
});

test('pushPoster: a service that is silent is left alone for a while', async () => {
  answer = () => {};
  expect(await post()).toEqual({ is: 'later', afterMs: 0 });
  expect(asked).toBe(1);
  expect(await post()).toEqual({ is: 'later', afterMs: expect.any(Number) });
  expect(asked).toBe(1);
});

test('pushPoster: a service that changes the protocol has not taken the message, and holds no one up', async () => {
  answer = ({ socket }) =>
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  expect(await post()).toEqual({ is: 'later', afterMs: 0 });
});

test('pushPoster: an answer without an end is cut', async () => {
  poster.close();
  // Not by the time that is up.
  poster = posterWithin(600_000);
  let closed: Promise<unknown> | undefined;
  answer = (response) => {
    closed = once(response, 'close');
    response.writeHead(201);
    const more = setInterval(() => response.write('x'.repeat(1000)), 1);
    response.on('close', () => clearInterval(more));
  };
  expect(await post()).toEqual({ is: 'taken' });
  await closed;
});
