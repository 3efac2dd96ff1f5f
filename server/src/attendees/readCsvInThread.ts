import { InputError } from '../platform/inputError.ts';
import { runInThread, ThreadFailure } from '../platform/runInThread.ts';
import { MINUTE } from '../platform/time.ts';
import type { AttendeeRow } from './readAttendeeCsv.ts';

/** Rows, until what is said of the whole file, or why it cannot be read, ends them. */
export type ReadCsvMessage = { rows: AttendeeRow[] } | { warnings: string[] } | { error: string };

const PROGRAM = new URL('./readCsvWorker.ts', import.meta.url);
/** The largest file takes a few seconds. */
const LIMITS = { timeoutMs: MINUTE, memoryMb: 1024 };

/**
 * Reads an attendee export beside the server.
 * @param gzipped the file, compressed
 * @param program another, for tests
 * @throws InputError that says why it cannot be read
 */
export async function readCsvInThread(
  gzipped: Uint8Array,
  program = PROGRAM,
): Promise<{ rows: AttendeeRow[]; warnings: string[] }> {
  const rows: AttendeeRow[] = [];
  const take = (message: ReadCsvMessage) => {
    if ('error' in message) throw new InputError(message.error);
    if ('warnings' in message) return { rows, warnings: message.warnings };
    rows.push(...message.rows);
    return undefined;
  };
  return runInThread(program, gzipped, LIMITS, take).catch((error: unknown) => {
    if (!(error instanceof ThreadFailure)) throw error;
    const why = error.reason === 'stopped' ? 'reading it was interrupted' : `it takes too much ${error.reason}`;
    throw new InputError(`The file cannot be read: ${why}. Please try again, or import it in parts.`);
  });
}
