/**
 * Whose fault it was, which decides what happens next: `temporary` and `settings` (the operator's, and told loudly) are
 * tried again until the message expires; `recipient` (nothing sent there will arrive) and `message` are given up.
 */
type Fault = 'temporary' | 'settings' | 'recipient' | 'message';

/** Why a provider did not take a message, in words that hold nothing of it: they go into the log. */
export class NotDelivered extends Error {
  readonly fault: Fault;
  /** The provider's own code, such as `30006`. */
  readonly code: string | null;
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly retryAfter: number;

  constructor(fault: Fault, reason: string, more: { code?: string | undefined; retryAfter?: number } = {}) {
    super(reason);
    this.fault = fault;
    this.code = more.code ?? null;
    this.retryAfter = more.retryAfter ?? 0;
  }
}
