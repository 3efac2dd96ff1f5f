import type { Kind, Message } from './outbox.ts';

/** Delivers one kind of message: Twilio, an SMTP relay, or the development outbox. */
export interface Provider {
  /** How many deliveries may run at a time. */
  concurrency: number;
  /**
   * Delivers one message, or fails, within 25 seconds: the lease on the message must last longer.
   * @returns the provider's own id of the message, if it has one
   * @throws NotDelivered; any other error counts as temporary
   */
  deliver(message: Message): Promise<string | null>;
  /** Closes its connections. */
  close?(): void;
}

/** The provider of each kind of message; a kind that is missing cannot be sent. */
export type Providers = Partial<Record<Kind, Provider>>;
