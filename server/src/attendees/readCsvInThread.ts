import { Worker } from 'node:worker_threads';
import { InputError } from '../platform/inputError.ts';
import type { AttendeeRow } from './readAttendeeCsv.ts';

/** Rows, until what is said of the whole file, or why it cannot be read, ends them. */
export type ReadCsvMessage = { rows: AttendeeRow[] } | { warnings: string[] } | { error: string };

/**
 * Reads an attendee export beside the server.
 * @param gzipped the file, compressed
 * @throws InputError that says why it cannot be read
 */
export function readCsvInThread(gzipped: Uint8Array): Promise<{ rows: AttendeeRow[]; warnings: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ rows: AttendeeRow[]; warnings: string[] }>();
  const worker = new Worker(new URL('./readCsvWorker.ts', import.meta.url), { workerData: gzipped });
  const rows: AttendeeRow[] = [];
  worker.on('message', (message: ReadCsvMessage) => {
    if ('rows' in message) rows.push(...message.rows);
    else if ('warnings' in message) resolve({ rows, warnings: message.warnings });
    else reject(new InputError(message.error));
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`the thread that reads the file has ended with ${code}`)));
  return promise;
}
