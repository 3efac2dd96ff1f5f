import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** {@link scrubSqlite} beside a server: requests that only read are answered meanwhile. */
export async function scrubInThread(file: string): Promise<boolean> {
  const worker = new Worker(new URL('./scrubWorker.ts', import.meta.url), { workerData: file });
  const [isScrubbed] = await once(worker, 'message');
  return isScrubbed === true;
}
