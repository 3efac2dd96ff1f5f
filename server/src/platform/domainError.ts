/** Why the domain rejects something. `http/httpError.ts` gives each kind its status; the command line prints the message. */
export type ErrorKind = 'invalid' | 'signedOut' | 'forbidden' | 'notFound' | 'conflict' | 'limited' | 'unavailable';

interface Details {
  /** A message per field name. */
  errors?: Record<string, string> | undefined;
  /** After how many milliseconds a retry may succeed; for `limited` and `unavailable`. */
  retryAfterMs?: number | undefined;
  /** What is stored, where another change has overtaken this one. */
  current?: unknown;
}

/** A failure to show to the person. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly errors: Record<string, string> | undefined;
  readonly retryAfterMs: number | undefined;
  readonly current: unknown;

  constructor(kind: ErrorKind, message: string, { errors, retryAfterMs, current }: Details = {}) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    this.current = current;
  }
}

/** @throws DomainError always */
export function reject(kind: ErrorKind, message: string, errors?: Record<string, string>): never {
  throw new DomainError(kind, message, { errors });
}

/**
 * @param errors a message per field name
 * @throws DomainError `invalid`
 */
export function rejectFields(errors: Record<string, string>): never {
  reject('invalid', 'Please check what you entered.', errors);
}

/** Long enough not to overload a database that recovers, short enough for a person who waits. */
export const UNAVAILABLE_RETRY_MS = 2000;

/** For temporary failures: the database is unavailable, or there are more requests than the server can answer. */
export const unavailable = (why = 'We cannot answer right now. Please try again in a moment.'): DomainError =>
  new DomainError('unavailable', why, { retryAfterMs: UNAVAILABLE_RETRY_MS });
