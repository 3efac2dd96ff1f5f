import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrMakeSecret } from './deriveKeys.ts';

const THREADS = 4;
const ROUNDS = 25;

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'companion-secret-'));
});
afterEach(() => rm(parent, { recursive: true }));

/** Reads the secret of each folder at the same moment as the other threads. */
const READER = `
  const { parentPort, workerData: { url, folders, arrived, threads } } = require('node:worker_threads');
  const counts = new Int32Array(arrived);
  import(url).then(({ readOrMakeSecret }) => {
    parentPort.postMessage(folders.map((folder, round) => {
      Atomics.add(counts, round, 1);
      Atomics.notify(counts, round);
      for (let seen; (seen = Atomics.load(counts, round)) < threads; ) Atomics.wait(counts, round, seen);
      return readOrMakeSecret(folder);
    }));
  });
`;

test('TOKEN_SECRET: processes that need one at the same time make a single one, and all use it', async () => {
  const folders = await Promise.all(Array.from({ length: ROUNDS }, () => mkdtemp(join(parent, 'data-'))));
  const arrived = new SharedArrayBuffer(ROUNDS * Int32Array.BYTES_PER_ELEMENT);
  const workerData = { url: import.meta.resolve('./deriveKeys.ts'), folders, arrived, threads: THREADS };
  const workers = Array.from({ length: THREADS }, () => new Worker(READER, { eval: true, workerData }));

  const reading = workers.map(async (worker): Promise<string[]> => (await once(worker, 'message'))[0]);
  const secrets = await Promise.all(reading).finally(() => Promise.all(workers.map((worker) => worker.terminate())));

  for (const [round, folder] of folders.entries()) {
    const kept = await readFile(join(folder, 'token-secret'), 'utf8');
    expect(secrets.map((read) => read[round])).toEqual(Array(THREADS).fill(kept));
    expect(await readdir(folder)).toEqual(['token-secret']);
    expect(readOrMakeSecret(folder)).toBe(kept);
  }
});
