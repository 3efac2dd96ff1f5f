import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvRow, csvFile, csvRows } from '../archive/csvRows.ts';
import type { AuditedChange } from '../identity/staff/recordAudit.ts';
import { unavailable } from '../platform/domainError.ts';
import { perServer } from '../platform/perServer.ts';
import type { Services } from '../platform/services.ts';
import { longReads } from './searchInTurn.ts';

/** How long a file that is read slowly keeps the others waiting, in milliseconds: less than they wait. */
const LONGEST_TURN = 5_000;
/** Files of one server that are read at once: of each, a part is in memory. */
const MAX_OPEN = 20;
/** What is given to the network at once, so that it shows whether the client reads. */
const PIECE_BYTES = 64 * 1024;

const openOf = perServer((_services: Services) => new Set<Readable>());

interface Export {
  services: Services;
  member: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
  audited(work: () => Promise<void>, change: AuditedChange): Promise<void>;
  recheck(): Promise<void>;
}

/**
 * Writes a CSV file that browsers save under this name: in parts, each once the client has read the one before it, so
 * that a part is in memory and other requests are answered in between. A node writes one file at a time, but one that is
 * read slowly does not keep the others waiting.
 * @param taken what the audit log says was taken
 * @param batches the rows, which are read as they are needed
 * @param longestTurn a test's, in milliseconds
 */
export function sendAsCsv(
  { services, member, request, reply, audited, recheck }: Export,
  { name, ...taken }: { name: string } & AuditedChange,
  batches: () => AsyncIterable<CsvRow[]>,
  longestTurn = LONGEST_TURN,
): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  const turn = longReads(services)(request, { row: `export of ${member.id}`, call: 'export' }, async () => {
    const open = openOf(services);
    if (open.size >= MAX_OPEN) throw unavailable();
    // After the wait, because it checks the session again.
    await audited(async () => {}, taken);
    const pieces = piecesOf(batches(), async () => {
      if (request.raw.socket.destroyed) throw new Error('aborted');
      await recheck();
    });
    const file = Readable.from(pieces, { objectMode: false, highWaterMark: PIECE_BYTES });
    open.add(file);
    const sent = finished(file)
      // Its reader gets the error.
      .catch(() => undefined)
      .finally(() => open.delete(file));
    // What fails at once is answered as a failure; later, the client sees a file that is cut.
    await once(file, 'readable');
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`);
    resolve(file);
    await Promise.race([sent, delay(longestTurn, undefined, { ref: false })]);
  });
  turn.catch(reject);
  return promise;
}

async function* piecesOf(batches: AsyncIterable<CsvRow[]>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  let start = csvFile([]);
  for await (const rows of batches) {
    await check();
    const part = Buffer.from(start + csvRows(rows));
    start = '';
    for (let from = 0; from < part.length; from += PIECE_BYTES) yield part.subarray(from, from + PIECE_BYTES);
    await nextRound();
  }
  if (start) yield Buffer.from(start);
}
