import type { FastifyRequest } from 'fastify';
import type { Services } from '../platform/services.ts';
import { KeyedQueue, type KeyedQueueLimits } from './keyedQueue.ts';

interface QueueLimits {
  /** Of the requests that write to one row. */
  row: KeyedQueueLimits;
  /** Of all requests of one call. */
  call: KeyedQueueLimits;
}

/** What a request waits for; it waits for neither where both are undefined. */
interface Waiting {
  /** A key of the row to which it writes. */
  row: string | undefined;
  /** The path of a call of which only some requests run at once. */
  call: string | undefined;
}

/** Lets the requests of one server wait for their turn. */
class RequestQueues {
  readonly #byRow: KeyedQueue;
  readonly #byCall: KeyedQueue;

  constructor({ row, call }: QueueLimits) {
    this.#byRow = new KeyedQueue(row);
    this.#byCall = new KeyedQueue(call);
  }

  run<Result>(request: FastifyRequest, { row, call }: Waiting, work: () => Promise<Result>): Promise<Result> {
    const hasLeft = () => request.raw.socket.destroyed;
    // Its turn among all requests of the call comes second: a flood for one row waits before it.
    const inTurn = call === undefined ? work : () => this.#byCall.run(call, hasLeft, work);
    return row ? this.#byRow.run(row, hasLeft, inTurn) : inTurn();
  }
}

/** Gives each server its queues: two in one process, as in tests, do not share them. */
export function requestQueues(limits: QueueLimits): (services: Services) => RequestQueues {
  const queues = new WeakMap<Services['config'], RequestQueues>();
  return ({ config }) => {
    const made = queues.get(config) ?? new RequestQueues(limits);
    queues.set(config, made);
    return made;
  };
}
