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

/** The kinds of messages. */
export const KINDS = ['sms', 'mail'] as const satisfies Kind[];

/** The provider of each kind of message; a kind that is missing cannot be sent. */
export type Providers = Partial<Record<Kind, Provider>>;

/**
 * The kind of failure, which decides what happens next. `temporary` and `settings` (the operator's, logged as an error)
 * are retried until the message expires. `recipient` (nothing sent there will arrive) and `message` are final.
 */
type Fault = 'temporary' | 'settings' | 'recipient' | 'message';

/** Why a provider did not accept a message. The reason goes into the log, so it must not quote the message. */
export class NotDelivered extends Error {
  readonly fault: Fault;
  /** The provider's own code, such as `30006`. */
  readonly code: string | null;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfter: number;

  constructor(fault: Fault, reason: string, more: { code?: string | undefined; retryAfter?: number } = {}) {
    super(reason);
    this.fault = fault;
    this.code = more.code ?? null;
    this.retryAfter = more.retryAfter ?? 0;
  }
}
