import { parentPort, workerData } from 'node:worker_threads';
import { scrubSqlite } from './scrubSqlite.ts';

/** The thread in which a server rewrites its database, which takes seconds. `scrubInThread` gives it the file. */
parentPort?.postMessage(await scrubSqlite(String(workerData)));
