import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@companion/contract/call';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_TAKEN, PHONE_TAKEN } from '../identity/accounts/taken.ts';
import { isForeignKeyViolation, uniqueViolation } from '../platform/db/constraintViolation.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import { DomainError, type ErrorKind, unavailable } from '../platform/errors.ts';
import { HttpError } from './httpError.ts';

/** Messages for Fastify's own failures; its other 4xx get "not understood". */
const FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'That is too long to send.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
};

/** Every failure is answered as `{message, traceId, errors?}` (decision 032), without stack, SQL or path. */
export function errors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError);
}

export function answerError(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failed = toHttpError(error);
  // Only unexpected failures are logged as errors, with their stack.
  if (failed.status === 503) {
    // The route's pattern, because the address may contain personal input.
    const call = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    request.log.warn({ call, reason: error.message, code: error.code }, 'cannot answer now');
  } else if (failed.status >= 500) request.log.error(error);
  const failure: Failure = { message: failed.message, traceId: request.id };
  if (failed.errors) failure.errors = failed.errors;
  // Fastify would close the connection with the rest of the body unread, which resets it: a proxy takes that for a
  // failure of the node. Node reads the rest and drops it, for as long as a request may take.
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
  return reply.code(failed.status).headers(failed.headers).header('cache-control', 'no-store').send(failure);
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerError(new HttpError(404, 'Not found.'), request, reply);

/** How long a connection whose request cannot be read may send the rest of it. */
const LINGER_MS = 2_000;

const lingering = new WeakSet<Socket>();

/**
 * Answers what Node cannot read as a request, or waits for too long: it reaches no route, and gets the same failure.
 * The rest of the request is read and dropped, because closing with unread bytes resets the connection: a proxy takes
 * that for a failure of the node.
 */
export function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  // Node reports each further part of the same request.
  if (lingering.has(socket) && error.code !== 'ECONNRESET') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = UNREADABLE[error.code] ?? 400;
  const failure: Failure = { message: 'The request was not understood.', traceId: randomUUID() };
  this.log.info({ traceId: failure.traceId, code: error.code, status }, 'request that was not understood');
  const body = JSON.stringify(failure);
  lingering.add(socket);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

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
    return new HttpError(STATUS[error.kind], error.message, error.errors, headers);
  }
  const violated = uniqueViolation(error);
  if (violated) return new HttpError(409, 'That is already on record.', takenField(violated));
  // Only accounts are ever deleted: this one was erased during its request.
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
  if (constraint.includes('phone')) return { phone: PHONE_TAKEN };
  if (constraint.includes('email')) return { email: EMAIL_TAKEN };
  return undefined;
}

/** The header that says when to try again, in whole seconds. */
const retryAfter = (ms: number): { 'retry-after': string } => ({
  'retry-after': String(Math.max(1, Math.ceil(ms / 1000))),
});
