import type { FastifyReply } from 'fastify';

/** Makes an answer a CSV file that browsers save under this name. */
export function sendAsCsv(reply: FastifyReply, name: string): void {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`);
}
