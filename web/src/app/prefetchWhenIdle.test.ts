import { afterEach, expect, test, vi } from 'vitest';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

const at = () => Promise.resolve();

afterEach(() => {
  vi.unstubAllGlobals();
});

test('prefetchWhenIdle: fetches one by one when the browser is idle; a failure does not stop the rest', async () => {
  const order: string[] = [];
  const loader = (name: string, load = at) =>
    vi.fn(() => {
      order.push(name);
      return load();
    });
  const pages = [loader('one'), loader('two', () => Promise.reject(new Error('no network'))), loader('three')];
  prefetchWhenIdle(pages, {}, async () => {
    order.push('idle');
  });
  await vi.waitFor(() => expect(pages[2]).toHaveBeenCalledOnce());
  expect(order).toEqual(['idle', 'one', 'idle', 'two', 'idle', 'three']);
});

test('prefetchWhenIdle: a browser that is never idle is not waited for longer than five seconds', async () => {
  const neverIdle = vi.fn((resolve: () => void, { timeout = Number.POSITIVE_INFINITY }: IdleRequestOptions = {}) => {
    if (timeout <= 5000) resolve();
  });
  vi.stubGlobal('requestIdleCallback', neverIdle);
  const page = vi.fn(at);
  prefetchWhenIdle([page], {});
  await vi.waitFor(() => expect(page).toHaveBeenCalledOnce());
});

test('prefetchWhenIdle: fetches nothing in data-saving mode', async () => {
  const page = vi.fn(at);
  const idle = vi.fn(at);
  prefetchWhenIdle([page], { connection: { saveData: true } }, idle);
  await at();
  expect(idle).not.toHaveBeenCalled();
  expect(page).not.toHaveBeenCalled();
});

test('prefetchWhenIdle: fetches nothing after it was stopped', async () => {
  const page = vi.fn(at);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = prefetchWhenIdle([page, page], {}, () => promise);
  stop();
  resolve();
  await promise;
  await at();
  expect(page).not.toHaveBeenCalled();
});
