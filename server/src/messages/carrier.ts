import type { Kind, Message } from './outbox.ts';

/** Whoever carries one kind of message: a provider, or the development outbox. */
export interface Carrier {
  /** How many messages it is given at a time. */
  atOnce: number;
  /**
   * Hands one message over, or fails, within 25 seconds: the lease on it must outlive that.
   * @returns the provider's own id of the message, if it has one
   * @throws NotDelivered; any other error counts as temporary
   */
  deliver(message: Message): Promise<string | null>;
  /** Lets go of its connections. */
  close?(): void;
}

/** Who carries what; a kind that is missing has nobody. */
export type Carriers = Partial<Record<Kind, Carrier>>;
