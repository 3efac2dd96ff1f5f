import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, UNAVAILABLE_RETRY_MS, unavailable } from '../platform/domainError.ts';

interface LargeBodyLimits {
  /** Of all bodies together, in bytes. */
  total: number;
  /** Of those of one sender: at least the largest body that a call takes. */
  ofSender: number;
}

interface Held {
  sender: string;
  bytes: number;
  /** Ends the wait for a body that may not arrive. */
  arrived(): void;
}

const TOO_MANY = 'Your other uploads are still under way. Please try again in a moment.';

/**
 * Bounds the memory of large bodies, such as uploads and imports: from their first byte to the end of the work on them.
 * A body counts in full from its start, so that none is given up half-read because others have come.
 */
export class LargeBodies {
  readonly #limits: LargeBodyLimits;
  readonly #held = new Map<FastifyRequest, Held>();

  constructor(limits: LargeBodyLimits) {
    this.#limits = limits;
  }

  /**
   * Call it before the body is read.
   * @param longest of the call: what counts for a body that does not say how long it is; a longer one is not read
   * @throws DomainError `limited` if the sender has too much under way, `unavailable` if all together have
   */
  hold(request: FastifyRequest, { raw: response }: FastifyReply, sender: string, longest: number): void {
    const { socket } = request.raw;
    if (socket.destroyed) return;
    const bytes = Math.min(Number(request.headers['content-length'] ?? longest), longest);
    if (this.#bytesOf(sender) + bytes > this.#limits.ofSender)
      throw new DomainError('limited', TOO_MANY, { retryAfterMs: UNAVAILABLE_RETRY_MS });
    if (this.#bytesOf() + bytes > this.#limits.total) throw unavailable();
    const release = () => this.#release(request);
    // The body is refused, or does not arrive. Node closes no answer that waits behind another on its connection.
    for (const each of [response, socket]) each.once('close', release);
    const arrived = () => {
      for (const each of [response, socket]) each.off('close', release);
    };
    this.#held.set(request, { sender, bytes, arrived });
  }

  /** Runs the work on a body that has arrived: it takes up memory also once its client has left. */
  async during<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    this.#held.get(request)?.arrived();
    // Its text was parsed in one go, so others come first.
    await nextRound();
    return work().finally(() => this.#release(request));
  }

  #release(request: FastifyRequest): void {
    this.#held.get(request)?.arrived();
    this.#held.delete(request);
  }

  /** Few are under way at once. */
  #bytesOf(sender?: string): number {
    let sum = 0;
    for (const held of this.#held.values()) if (sender === undefined || held.sender === sender) sum += held.bytes;
    return sum;
  }
}
