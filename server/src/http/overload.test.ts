import { setTimeout as delay } from 'node:timers/promises';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { overload } from './overload.ts';
import { answerErrors, answerNotFound } from './sendFailures.ts';

const NOT_NOW = refusal(503, 'We cannot answer right now. Please try again in a moment.');

let app: ReturnType<typeof Fastify>;
let finish: () => void;
let url: string;
let underWay: () => number;
beforeEach(async () => {
  app = Fastify({ genReqId: () => crypto.randomUUID() });
  answerErrors(app);
  ({ underWay } = overload(app, { maxUnderWay: 3, longestDelay: 200 }));
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get('/slow', async () => {
    await finished;
    return { done: true };
  });
  app.get('/fast', async () => ({ done: true }));
  for (const path of ['/health/live', '/health/ready', '/metrics']) app.get(path, async () => ({ done: true }));
  app.setNotFoundHandler(answerNotFound);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  finish();
  await app.close();
});

const get = (path: string) => fetch(url + path);

/** Sends slow requests, and waits until the server works on them. */
async function begin(count: number): Promise<Promise<Response>[]> {
  const before = underWay();
  const asked = Array.from({ length: count }, () => get('/slow'));
  while (underWay() < before + count) await delay(5);
  return asked;
}

test('overload: at the maximum of requests under way the next gets 503 with Retry-After at once; live and metrics answer (decision 015)', async () => {
  const asked = await begin(3);

  const refused = await get('/fast');
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await replyOf(refused)).toEqual(NOT_NOW);
  expect(await replyOf(await get('/health/ready'))).toEqual(NOT_NOW);
  expect(await replyOf(await get('/unknown'))).toEqual(NOT_NOW);
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/metrics')).status).toBe(200);

  finish();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await get('/fast')).status).toBe(200);
});

test('overload: a request whose client disconnected no longer counts (decision 015)', async () => {
  const leaving = new AbortController();
  const asked = Array.from({ length: 3 }, () => fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left'));
  while (underWay() < 3) await delay(5);
  leaving.abort();
  expect(await Promise.all(asked)).toEqual(['left', 'left', 'left']);
  while (underWay() > 0) await delay(5);

  expect((await get('/fast')).status).toBe(200);
});

test('overload: while the event loop is late, requests get 503; one long task does not reject any (decision 015)', async () => {
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  block(1500);
  expect((await get('/fast')).status).toBe(200);

  const busy = setInterval(() => block(450), 1);
  let reply = await replyOf(await get('/fast'));
  for (let round = 0; round < 20 && reply.status === 200; round++) reply = await replyOf(await get('/fast'));
  expect(reply).toEqual(NOT_NOW);
  expect((await get('/health/live')).status).toBe(200);

  clearInterval(busy);
  for (let round = 0; round < 50 && reply.status !== 200; round++) {
    await delay(100);
    reply = await replyOf(await get('/fast'));
  }
  expect(reply.status).toBe(200);
});
