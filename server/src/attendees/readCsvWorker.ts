import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import { PEOPLE_FILE_MAX, TOO_LARGE } from '@companion/contract/staff/peopleImport';
import { decodeText } from '../event/decodeText.ts';
import { readAttendeeCsv } from './readAttendeeCsv.ts';
import type { ReadCsvMessage } from './readCsvInThread.ts';

/*
 * The thread that reads an upload: the rows of a large file take seconds. They go back in parts, so that taking them over
 * keeps the server from nothing.
 */

const PART = 500;
/** After each part: Node.js takes over all that have arrived in one go. */
const PAUSE_MS = 4;
const NOT_UTF8 = 'It is not UTF-8 and is read as Windows-1252: check names with accents.';
const post = (message: ReadCsvMessage) => parentPort?.postMessage(message);

try {
  const bytes = await promisify(gunzip)(workerData as Uint8Array, { maxOutputLength: PEOPLE_FILE_MAX });
  const { text, encoding } = decodeText(bytes);
  const { rows, warnings } = readAttendeeCsv(text);
  if (rows.length === 0) throw new Error('it has a header but no attendees');
  for (let from = 0; from < rows.length; from += PART) {
    post({ rows: rows.slice(from, from + PART) });
    await delay(PAUSE_MS);
  }
  post({ warnings: encoding === 'windows-1252' ? [NOT_UTF8, ...warnings] : warnings });
} catch (error) {
  post({ error: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') return TOO_LARGE;
  if (code?.startsWith('Z_')) return 'The upload is damaged. Please choose the file again.';
  return `The file cannot be read: ${message}`;
}
