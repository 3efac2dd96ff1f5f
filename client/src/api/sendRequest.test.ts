import http from 'node:http';
import { type BadNetwork, startBadNetwork } from '@companion/testkit/badNetwork';
import { listenLocally } from '@companion/testkit/listenLocally';
import type { NetworkFault } from '@companion/testkit/networkConditions';
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Reachability } from '../network/reachability.ts';
import { fetchWhole } from './fetchWhole.ts';
import { createSendRequest } from './sendRequest.ts';

const HTML = '<!doctype html><h1>Accept the terms</h1>';
const JSON_TEXT = JSON.stringify({ results: ['x'.repeat(1000)] });

/** Answers with the status and the kind of body in the path, such as /200/json. */
const server = http.createServer((request, response) => {
  const [, status, kind = ''] = (request.url ?? '').split('/');
  const body = {
    json: JSON_TEXT,
    html: HTML,
    half: JSON_TEXT.slice(0, 500),
    message: '{"message":"No."}',
    null: 'null',
  }[kind];
  response.writeHead(Number(status), { 'Content-Type': 'application/json' }).end(body);
});
let network: BadNetwork;

beforeAll(async () => {
  network = await startBadNetwork(`http://127.0.0.1:${await listenLocally(server)}`);
});
afterEach(() => {
  vi.useRealTimers();
  network.use({});
});
afterAll(async () => {
  await network.stop();
  server.close();
});

const sendRequest = createSendRequest({
  reachability: new Reachability({ probe: async () => true }),
  fetchAnswer: fetchWhole,
});

function send(path: string, { signal } = new AbortController(), bodyBytes?: number) {
  const api: BaseQueryApi = {
    ...{ signal, abort: () => {}, dispatch: vi.fn(), getState: () => ({}), extra: undefined },
    ...{ endpoint: 'getContent', type: 'query' },
  };
  return sendRequest({ url: `${network.url}${path}`, bodyBytes }, api, {});
}

test('failures: an answer of the server is one, with its own status', async () => {
  expect((await send('/200/json')).data).toEqual({ results: ['x'.repeat(1000)] });
  for (const status of [400, 401, 404, 429, 503]) {
    expect((await send(`/${status}/message`)).error).toEqual({ status, data: { message: 'No.' } });
  }
});

for (const [fault, status] of [
  ['drop', 'FETCH_ERROR'],
  ['loseAnswer', 'FETCH_ERROR'],
  ['cut', 'FETCH_ERROR'],
  ['redirect', 'FETCH_ERROR'],
  ['portal', 'PARSING_ERROR'],
  ['unavailable', 'PARSING_ERROR'],
  ['empty', 'PARSING_ERROR'],
] as [NetworkFault, string][]) {
  test(`failures: a network that answers with "${fault}" is a ${status} (§8)`, async () => {
    network.use({ faults: { [fault]: 1 } });
    expect((await send('/200/json')).error).toMatchObject({ status });
  });
}

for (const status of [200, 401, 403, 404, 502, 503, 511]) {
  test(`failures: a page with the status ${status} is a PARSING_ERROR (§8)`, async () => {
    expect((await send(`/${status}/html`)).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: status });
  });
}

test('failures: JSON without anything in it is an answer, unlike an empty one', async () => {
  const { data, error } = await send('/200/null');
  expect([data, error]).toEqual([null, undefined]);
});

test('failures: JSON that is cut off, and an empty answer, are a PARSING_ERROR (§8)', async () => {
  const parsing = { status: 'PARSING_ERROR', originalStatus: 200 };
  expect((await send('/200/half')).error).toMatchObject(parsing);
  expect((await send('/200/nothing')).error).toMatchObject(parsing);
  expect((await send('/204/nothing')).error).toMatchObject({ ...parsing, originalStatus: 204 });
});

test('failures: a closed port is a FETCH_ERROR (§8)', async () => {
  const gone = await startBadNetwork(network.url);
  await gone.stop();
  const { url } = network;
  network.url = gone.url;
  expect((await send('/200/json')).error).toMatchObject({ status: 'FETCH_ERROR' });
  network.url = url;
});

/** Answers the next request with a head and these parts of the body, each after 15 seconds. */
function answerSlowly(parts: string[]): void {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async ({ signal }: Request) => {
    const body = new ReadableStream({
      async start(controller) {
        signal.addEventListener('abort', () => controller.error(signal.reason));
        for (const part of parts) {
          await new Promise((resolve) => setTimeout(resolve, 15_000));
          if (signal.aborted) return;
          controller.enqueue(new TextEncoder().encode(part));
        }
        if (parts.length > 0) controller.close();
      },
    });
    return new Response(body);
  });
}

test('timeout: an answer that stops in the middle is a TIMEOUT_ERROR after 20 seconds (§8)', async () => {
  answerSlowly([]);
  const result = send('/200/json');
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await result).error).toMatchObject({ status: 'TIMEOUT_ERROR' });
});

test('timeout: a large body has as much longer as the server waits for it', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const answered = vi.fn();
  const result = Promise.resolve(send('/200/json', undefined, 3 * 1024 * 1024)).finally(answered);
  await vi.advanceTimersByTimeAsync(115_000);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await result).error).toMatchObject({ status: 'TIMEOUT_ERROR' });
});

test('timeout: an answer may last as long as its bytes arrive', async () => {
  answerSlowly(['{"results":', '["a",', '"b"]}']);
  const result = send('/200/json');
  await vi.advanceTimersByTimeAsync(45_000);
  expect((await result).data).toEqual({ results: ['a', 'b'] });
});

test('failures: a request that its caller aborts is neither a timeout nor an answer', async () => {
  network.use({ faults: { stall: 1 } });
  const leaving = new AbortController();
  const result = send('/200/json', leaving);
  leaving.abort();
  expect((await result).error).toMatchObject({ status: 'FETCH_ERROR' });
});
