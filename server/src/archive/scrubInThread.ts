import { runInThread } from '../platform/runInThread.ts';

/** {@link scrubSqlite} beside a server: requests that only read are answered meanwhile. */
export const scrubInThread = (file: string): Promise<boolean> =>
  runInThread(new URL('./scrubWorker.ts', import.meta.url), file, {}, (isScrubbed: unknown) => isScrubbed === true);
