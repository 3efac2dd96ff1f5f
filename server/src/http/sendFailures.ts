import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, StaffFailure } from '@companion/contract/defineCall';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, toHttpError } from './httpError.ts';

/** Every failure is answered as `{message, traceId, errors?}` (decision 032), without stack, SQL or path. */
export function answerErrors(app: FastifyInstance): void {
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
  const failure: StaffFailure & { results?: unknown } = { message: failed.message, traceId: request.id };
  if (failed.code) failure.code = failed.code;
  if (failed.errors) failure.errors = failed.errors;
  if (failed.current !== undefined) failure.results = failed.current;
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
