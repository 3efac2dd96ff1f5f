import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvRow, csvFile, csvRows } from '../archive/csvRows.ts';
import type { AuditedChange } from '../identity/staff/recordAudit.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { requestQueues } from './requestQueues.ts';

const queuesOf = requestQueues({
  // One member's exports must not keep the others from theirs.
  row: { atOnce: 1, maxWaiting: 4, longestWait: 10_000 },
  // Each is in memory as a whole.
  call: { atOnce: 1, maxWaiting: 20, longestWait: 10_000 },
});

interface Export {
  services: Services;
  member: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
  audit(tx: Transacting, change: AuditedChange): Promise<void>;
}

/**
 * Writes a CSV file that browsers save under this name: one at a time on a node, and in parts, so that other requests
 * are answered in between.
 * @param audited what the audit log says was taken
 * @param batches the rows, which are read as they are needed
 */
export function sendAsCsv(
  { services, member, request, reply, audit }: Export,
  { name, ...audited }: { name: string } & AuditedChange,
  batches: () => AsyncIterable<CsvRow[]>,
): Promise<Buffer<ArrayBuffer>> {
  return queuesOf(services).run(request, { row: member.id, call: 'export' }, async () => {
    // After the wait, because it checks the session again.
    await transact(services, (tx) => audit(tx, audited));
    const parts = [Buffer.from(csvFile([]))];
    for await (const rows of batches()) {
      if (request.raw.socket.destroyed) throw new Error('aborted');
      parts.push(Buffer.from(csvRows(rows)));
      await nextRound();
    }
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`);
    return Buffer.concat(parts);
  });
}
