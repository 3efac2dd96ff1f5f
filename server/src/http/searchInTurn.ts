import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Pause } from '../platform/db/searchTexts.ts';
import type { Services } from '../platform/services.ts';
import { requestQueues } from './requestQueues.ts';

/** For what reads a whole table. */
export const longReads = requestQueues({
  // One member's must not keep the others from theirs.
  row: { atOnce: 1, maxWaiting: 4, longestWait: 10_000 },
  call: { atOnce: 1, maxWaiting: 20, longestWait: 10_000 },
});

interface Searching {
  services: Services;
  member: { id: string };
  request: FastifyRequest;
}

/**
 * Reads a list that a member searches: one at a time on a node, and only as long as the member waits for it.
 * @param search without it the list is read at once
 */
export function searchInTurn<Result>(
  { services, member, request }: Searching,
  search: string | undefined,
  read: (pause: Pause) => Promise<Result>,
): Promise<Result> {
  const pause = async () => {
    if (request.raw.socket.destroyed) throw new Error('aborted');
    await nextRound();
  };
  if (!search) return read(pause);
  return longReads(services)(request, { row: `search of ${member.id}`, call: 'search' }, () => read(pause));
}
