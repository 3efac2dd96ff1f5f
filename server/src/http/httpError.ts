import type { StaffRefusal } from '@companion/contract/defineCall';
import type { FastifyError } from 'fastify';
import { TAKEN } from '../identity/accounts/accountQueries.ts';
import { isForeignKeyViolation, uniqueViolation } from '../platform/db/constraintViolation.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import { DomainError, type ErrorKind, unavailable } from '../platform/domainError.ts';

/** A failure as it is answered: its status, its message and a message per field. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  /** Of a staff call. */
  readonly code: StaffRefusal | undefined;
  /** What is stored, where another change has overtaken this one. */
  current: unknown;

  constructor(
    status: number,
    message: string,
    errors?: Record<string, string>,
    headers: Record<string, string> = {},
    code?: StaffRefusal,
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.code = code;
  }
}

/** Messages for Fastify's own failures; its other 4xx get "not understood". */
const FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'That is too long to send.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
};

/** The status of each kind of domain error. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** What leaves the server for an error that was thrown. */
export function toHttpError(error: Error & Partial<FastifyError>): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DomainError) {
    const headers = error.retryAfterMs === undefined ? {} : retryAfter(error.retryAfterMs);
    const failed = new HttpError(STATUS[error.kind], error.message, error.errors, headers);
    failed.current = error.current;
    return failed;
  }
  const violated = uniqueViolation(error);
  if (violated) return new HttpError(409, 'That is already on record.', takenField(violated));
  // The account was erased during its request. Calls that refer to what is erased with another account answer that themselves.
  if (isForeignKeyViolation(error)) return new HttpError(401, 'Please sign in.');
  // Node's message for a client that disconnected during the request, so this answer is not read.
  if (error.message === 'aborted') return new HttpError(400, 'The request was not understood.');
  if (isUnavailable(error)) return toHttpError(unavailable());
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return new HttpError(status, FRAMEWORK[error.code ?? ''] ?? 'The request was not understood.');
  }
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

/** Two requests raced for one phone or e-mail: the second gets the same answer as if the first had finished before. */
function takenField(constraint: string): Record<string, string> | undefined {
  if (constraint.includes('phone')) return { phone: TAKEN.phone };
  if (constraint.includes('email')) return { email: TAKEN.email };
  return undefined;
}

/** The header that says when to try again, in whole seconds. */
const retryAfter = (ms: number): { 'retry-after': string } => ({
  'retry-after': String(Math.max(1, Math.ceil(ms / 1000))),
});
