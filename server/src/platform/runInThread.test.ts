import { expect, test } from 'vitest';
import { runInThread } from './runInThread.ts';

const programOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const THREADS = "import { parentPort, workerData } from 'node:worker_threads';";
const take = (message: string) => (message === 'not yet' ? undefined : message);
const run = (text: string, limits: Parameters<typeof runInThread>[2] = {}) =>
  runInThread(programOf(THREADS + text), 'given', limits, take);

test('runInThread: the first message that is a result ends the thread', async () => {
  const text = "parentPort.postMessage('not yet'); parentPort.postMessage(workerData); setInterval(() => {}, 1000)";
  expect(await run(text)).toBe('given');
});

test.each([
  ['time', 'for (;;);', { timeoutMs: 50 }],
  ['memory', 'const all = []; for (;;) all.push({ at: all.length });', { memoryMb: 16 }],
  ['stopped', 'process.exit(3)', {}],
] as const)('runInThread: a thread without a result says why: %s', async (reason, text, limits) => {
  await expect(run(text, limits)).rejects.toMatchObject({ reason });
});

test('runInThread: what the program throws is thrown', async () => {
  await expect(run("throw new TypeError('broken')")).rejects.toThrow('broken');
});
