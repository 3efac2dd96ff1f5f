/** Why the domain rejects something. `http/errors.ts` gives each kind its status; the command line prints the message. */
export type ErrorKind = 'invalid' | 'signedOut' | 'forbidden' | 'notFound' | 'conflict' | 'limited' | 'unavailable';

interface Details {
  /** Field names to the message beside each. */
  errors?: Record<string, string> | undefined;
  /** How long until it may work, in milliseconds; for `limited` and `unavailable`. */
  retryAfterMs?: number | undefined;
}

/** A failure that the person should see. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: ErrorKind, message: string, { errors, retryAfterMs }: Details = {}) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
  }
}

/** @throws DomainError always */
export function reject(kind: ErrorKind, message: string, errors?: Record<string, string>): never {
  throw new DomainError(kind, message, { errors });
}

/** Long enough not to storm a database that comes back, short enough for a person who waits. */
const UNAVAILABLE_RETRY_MS = 2000;

/** For what is over in a moment: the database is away, or there are more requests than can be answered. */
export const unavailable = (why = 'We cannot answer right now. Please try again in a moment.'): DomainError =>
  new DomainError('unavailable', why, { retryAfterMs: UNAVAILABLE_RETRY_MS });

/** What an operator gave (a file, a setting, a name) cannot be used. The message names it and says what to correct. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
