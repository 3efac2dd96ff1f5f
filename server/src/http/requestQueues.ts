import type { FastifyRequest } from 'fastify';
import { KeyedQueue, type KeyedQueueLimits } from '../platform/keyedQueue.ts';
import { perServer } from '../platform/perServer.ts';
import type { Services } from '../platform/services.ts';

/** What a request waits for; it waits for neither where both are undefined. */
interface Waiting {
  /** A key of the row to which it writes. */
  row: string | undefined;
  /** The path of a call of which only some requests run at once. */
  call: string | undefined;
}

type Run = <Result>(request: FastifyRequest, waiting: Waiting, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets requests of a server wait for their turn: among those that write to one row, and among all of one call.
 */
export const requestQueues = (limits: Record<keyof Waiting, KeyedQueueLimits>): ((services: Services) => Run) =>
  perServer(() => startQueues(limits));

function startQueues(limits: Record<keyof Waiting, KeyedQueueLimits>): Run {
  const [byRow, byCall] = [new KeyedQueue(limits.row), new KeyedQueue(limits.call)];
  return (request, { row, call }, work) => {
    const hasLeft = () => request.raw.socket.destroyed;
    // Its turn among all requests of the call comes second: a flood for one row waits before it.
    const inTurn = call === undefined ? work : () => byCall.run(call, hasLeft, work);
    return row ? byRow.run(row, hasLeft, inTurn) : inTurn();
  };
}
