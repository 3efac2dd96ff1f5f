import type { ApiQuery } from '@companion/client/api/apiRequest';
import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareFailures } from './shareFailures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store whose server fails until it is healed. */
function start() {
  let sent = 0;
  let isBroken = true;
  const send: ApiQuery = async () => {
    sent += 1;
    return isBroken ? { error: { status: 500, data: { message: 'Broken' } } } : { data: [] };
  };
  const api = createApi({
    baseQuery: shareFailures(send),
    keepUnusedDataFor: 0,
    endpoints: (build) => ({ getList: build.query<unknown, void>({ query: () => ({ url: '/list' }) }) }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const ask = (forceRefetch = false) =>
    store.dispatch(api.endpoints.getList.initiate(undefined, { forceRefetch: forceRefetch || 5 }));
  return { ask, sent: () => sent, heal: () => (isBroken = false) };
}

test('a failed list is not sent again for a second subscriber, which gets the same failure', async () => {
  const { ask, sent } = start();
  const { error } = await ask();
  expect((await ask()).error).toBe(error);
  expect(sent()).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  await ask();
  expect(sent()).toBe(2);
});

test('a press of "Try again" sends a failed list at once', async () => {
  const { ask, heal } = start();
  await ask();
  heal();
  expect((await ask(true)).data).toEqual([]);
});

test('a screen that opens after the last subscriber has left sends a failed query', async () => {
  const { ask, sent } = start();
  const left = ask();
  await left;
  left.unsubscribe();
  await vi.advanceTimersByTimeAsync(1000);
  await ask();
  expect(sent()).toBe(2);
});
