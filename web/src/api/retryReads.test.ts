import type { ApiQuery } from '@companion/client/api/apiRequest';
import { reportCalls } from '@companion/client/api/reportCalls';
import type { BaseQueryApi, FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryReads } from './retryReads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = FetchBaseQueryError | { data: unknown };
const NO_NETWORK: Answer = { status: 'FETCH_ERROR', error: '' };
const SLOW: Answer = { status: 'TIMEOUT_ERROR', error: '' };
const PORTAL: Answer = { status: 'PARSING_ERROR', originalStatus: 200, data: '<html>', error: '' };
const answer = (status: number): Answer => ({ status, data: { message: 'No.' } });

interface Scene {
  type?: 'query' | 'mutation';
  isOnline?: boolean;
  retryAfterMs?: number;
  random?: number;
  controller?: AbortController;
}

/** Sends one call, which gets these answers, the last one again and again. */
async function call(answers: [Answer, ...Answer[]], scene: Scene = {}) {
  const { type = 'query', isOnline = true, retryAfterMs, random = 1, controller = new AbortController() } = scene;
  const start = performance.now();
  const sentAt: number[] = [];
  const reports: string[] = [];
  const send: ApiQuery = async () => {
    const next = answers[sentAt.length] ?? answers.at(-1);
    sentAt.push(performance.now() - start);
    const meta = { auth: 'account' as const, retryAfterMs };
    return next && 'status' in next ? { error: next, meta } : { data: {}, meta };
  };
  const report = { answered: () => void reports.push('answered'), failed: () => void reports.push('failed') };
  const api: BaseQueryApi = {
    ...{ signal: controller.signal, abort: () => {}, dispatch: vi.fn(), getState: () => ({}), extra: undefined },
    ...{ endpoint: 'getContent', type },
  };
  const result = reportCalls(retryReads(send, { random: () => random, isOnline: () => isOnline }), report)(
    { url: '/api/x' },
    api,
    {},
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return { sentAt, reports, result: await result };
}

for (const [what, failure] of [
  ['no network', NO_NETWORK],
  ['a captive portal', PORTAL],
  ['502', answer(502)],
  ['503', answer(503)],
  ['504', answer(504)],
] as const) {
  test(`retry: a read is sent four times in all after ${what}, with growing random pauses`, async () => {
    expect((await call([failure])).sentAt).toEqual([0, 600, 1800, 4200]);
    expect((await call([failure], { random: 0.5 })).sentAt).toEqual([0, 300, 900, 2100]);
    expect((await call([failure])).reports).toEqual(['failed']);
  });
}

test('retry: ends with the first answer', async () => {
  const { sentAt, reports, result } = await call([NO_NETWORK, { data: {} }]);
  expect([sentAt.length, reports, result.error]).toEqual([2, ['answered'], undefined]);
});

test('retry: not after an answer that stays the same, nor after a timeout', async () => {
  for (const status of [400, 401, 403, 404, 409, 429, 500]) {
    const { sentAt, reports } = await call([answer(status)]);
    expect([sentAt.length, reports], String(status)).toEqual([1, ['answered']]);
  }
  const { sentAt, reports } = await call([SLOW]);
  expect([sentAt.length, reports]).toEqual([1, ['failed']]);
});

test('retry: waits at least as long as the answer asks for; asked for longer, the read fails', async () => {
  expect((await call([answer(503)], { retryAfterMs: 2000, random: 0.5 })).sentAt).toEqual([0, 2300, 4900, 8100]);
  expect((await call([answer(503)], { retryAfterMs: 30_000 })).sentAt).toEqual([0]);
});

test('retry: never repeats a write', async () => {
  const { sentAt, reports } = await call([NO_NETWORK], { type: 'mutation' });
  expect([sentAt.length, reports]).toEqual([1, ['failed']]);
});

test('retry: fails at once without a network', async () => {
  expect((await call([NO_NETWORK], { isOnline: false })).sentAt).toHaveLength(1);
});

test('retry: ends when the page is left, which is neither a failure nor an answer', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const { sentAt, reports } = await call([NO_NETWORK], { controller });
  expect([sentAt.length, reports]).toEqual([1, []]);
});
